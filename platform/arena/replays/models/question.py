"""A question to bots about a decision of a finished game: what would they have played, or how would the rest have gone?

State machine (the only place where it is written down)::

    WAITING -> RUNNING   a worker takes it, when no game waits or it has waited for a while
    RUNNING -> DONE      the worker's answer is there
    RUNNING -> WAITING   the worker was not heard of until the deadline
    WAITING, RUNNING -> FAILED   tried too often, or nobody came for it in time
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class QuestionKind(models.TextChoices):
    ASK = "ask", _("what would they have played?")
    REST = "rest", _("how would the rest have gone?")


class QuestionState(models.TextChoices):
    WAITING = "waiting", _("waiting for a worker")
    RUNNING = "running", _("being answered")
    DONE = "done", _("answered")
    FAILED = "failed", _("failed")


OPEN_QUESTIONS = (QuestionState.WAITING, QuestionState.RUNNING)


class Question(models.Model):
    game = models.ForeignKey("matches.Game", on_delete=models.CASCADE, related_name="questions")
    step = models.PositiveIntegerField()
    """How many actions were played before the decision."""
    kind = models.CharField(max_length=4, choices=QuestionKind.choices)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="questions", db_index=False
    )
    asked_at = models.DateTimeField()
    line_up = models.JSONField()
    """``{"version": id, "label": name}`` of everybody who is asked, or who sits in each seat of the rest."""
    task = models.JSONField(default=dict, blank=True)
    """All that a worker needs, the replay included; empty when it is done."""

    state = models.CharField(max_length=7, choices=QuestionState.choices, default=QuestionState.WAITING)
    deadline = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    token = models.UUIDField(null=True, blank=True)
    """Whoever holds it may hand in the answer."""
    answer = models.JSONField(null=True, blank=True)
    """As the worker told it: look at it through ``arena.replays.answers`` only."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], deadline__isnull=False, finished_at=None)
                | Q(state__in=["done", "failed"], deadline=None, finished_at__isnull=False),
                name="an_open_question_has_a_deadline",
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(answer__isnull=False), name="an_answered_question_has_its_answer"
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("asked_at"), name="open_questions", condition=Q(state__in=["waiting", "running"])),
            models.Index(F("asked_by"), F("game"), name="questions_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at decision {self.step} of game {self.game_id}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_QUESTIONS
