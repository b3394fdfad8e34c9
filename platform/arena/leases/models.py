"""A lease: the right of one worker to work on something, until it gives no sign of life for a while.

Games and checks of uploads are worked on under the same leases. What is leased carries the token; whoever hands in a
result under a token that is no longer there is refused. The row is gone when the work is: an arena at rest has none.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _


class Subject(models.TextChoices):
    GAMES = "games", _("games")
    CHECK = "check", _("a check")


class Lease(models.Model):
    token = models.UUIDField(primary_key=True)
    subject = models.CharField(max_length=10, choices=Subject.choices)
    worker = models.CharField(max_length=120)
    source = models.CharField(max_length=80, blank=True)
    """Whose turn in the queue the games use; empty for checks."""
    size = models.PositiveSmallIntegerField(default=1)
    """How many games it was taken for."""
    current = models.BigIntegerField(null=True, blank=True)
    """The game that was being played, or the version being checked, at the last sign of life."""
    taken_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField()
    deadline = models.DateTimeField()
    """Without another sign of life before this the work goes to somebody else."""

    class Meta:
        ordering: ClassVar = ["taken_at"]
        indexes: ClassVar = [models.Index(F("deadline"), name="leases_by_deadline")]

    def __str__(self) -> str:
        return f"{self.subject} of {self.worker}"
