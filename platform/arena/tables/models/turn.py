"""A decision of an author's bot at a table: it is made by a worker that plays, in the sandbox.

State machine (the only place where it is written down)::

    WAITING -> RUNNING   a worker takes it
    RUNNING -> WAITING   the worker gave no sign of life for some seconds
    RUNNING -> DONE      the bot's choice, or its fault, is here; or one worker after the other went silent
    DONE    -> TAKEN     the choice is on the table

It has no deadline of its own: the table that waits for it has one, and then goes on without it.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class TurnState(models.TextChoices):
    WAITING = "waiting", _("waiting for a worker")
    RUNNING = "running", _("being played")
    DONE = "done", _("answered")
    TAKEN = "taken", _("on the table")


class Turn(models.Model):
    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="turns", db_index=False)
    seat = models.PositiveSmallIntegerField()
    at = models.PositiveIntegerField()
    """After how many actions."""
    state = models.CharField(max_length=7, choices=TurnState.choices, default=TurnState.WAITING)
    asked_at = models.DateTimeField()
    task = models.JSONField(default=dict, blank=True)
    """All that a worker needs; empty when it is done."""
    token = models.UUIDField(null=True, blank=True, unique=True)
    """Whoever holds it may hand in the choice."""
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    """The last sign of life of the worker that has it, by the database's clock."""
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many workers took it."""
    answer = models.JSONField(null=True, blank=True)
    """As the worker told it: look at it through ``arena.tables.turns`` only."""

    class Meta:
        ordering: ClassVar = ["at", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "at", "seat"], name="a_bot_is_asked_once"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], answer=None)
                | Q(state__in=["done", "taken"], answer__isnull=False),
                name="a_turn_has_its_answer",
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("asked_at"), name="open_turns", condition=~Q(state="taken")),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} after {self.at} actions of table {self.table_id}"
