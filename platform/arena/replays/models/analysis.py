"""The search for mistakes in one replay: asked for once, kept for good."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from arena.matches.models import StoredReplay


class AnalysisState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """For a reason of ours, told in ``problem``; asking again tries again."""


OPEN_ANALYSES = (AnalysisState.WAITING, AnalysisState.RUNNING)


class Analysis(models.Model):
    """Named by replay and judge: what another estimator finds is another analysis."""

    replay = models.ForeignKey(StoredReplay, on_delete=models.CASCADE, related_name="analyses")
    estimator = models.CharField(max_length=100)
    state = models.CharField(max_length=10, choices=AnalysisState.choices, default=AnalysisState.WAITING)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    """Decisions played on so far, and in all; zero while the sieve works."""
    mistakes = models.JSONField(null=True, blank=True)
    """As ``referee.analysis.mistakes.as_json`` tells them, when done."""
    problem = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["replay", "estimator"], name="one_analysis_per_judge"),
            models.CheckConstraint(
                condition=~Q(state=AnalysisState.DONE) | Q(mistakes__isnull=False, finished_at__isnull=False),
                name="a_finished_analysis_has_its_mistakes",
            ),
            models.CheckConstraint(
                condition=~Q(state=AnalysisState.RUNNING) | Q(started_at__isnull=False),
                name="a_running_analysis_has_begun",
            ),
        ]
        indexes: ClassVar = [
            # What is left to do, oldest first; done ones are not in it.
            models.Index(F("asked_at"), name="analyses_to_do", condition=Q(state__in=["waiting", "running"])),
        ]

    def __str__(self) -> str:
        return f"{self.replay_id} by {self.estimator}"
