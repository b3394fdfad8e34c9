"""The ladder of a pool: cycles of pods, and what it remembers of each version."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

PLACEMENT = "e"
"""Begins the part of a match's key that names the ladder entry it places."""


class CycleState(models.TextChoices):
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Cycle(models.Model):
    """Pods that are scheduled and rated together. Closes when all are done, or at its deadline."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="cycles")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=6, choices=CycleState.choices, default=CycleState.OPEN)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pool", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "number"], name="cycle_number_is_unique"),
            models.UniqueConstraint(fields=["pool"], condition=Q(state="open"), name="one_open_cycle_per_pool"),
        ]
        indexes: ClassVar = [models.Index(F("deadline"), name="open_cycles", condition=Q(state="open"))]

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        return f"{self.pool.key}/c{self.number}"


class LadderEntry(models.Model):
    """A version on a ladder: its placement, and whether it is suspended.

    A newcomer plays batches of its own until its rating is not provisional any more; then it joins the cycles.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="entries")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="ladder_entries")
    joined_at = models.DateTimeField()
    placed_at = models.DateTimeField(null=True, blank=True)
    """When it joined the cycles; empty while it is being placed."""
    batch = models.PositiveIntegerField(default=0)
    """Number of its newest batch of placement games; 0 before the first."""
    batch_deadline = models.DateTimeField(null=True, blank=True)
    """When that batch closes with what is finished; empty while none is open."""
    fault_run = models.PositiveIntegerField(default=0)
    """Faults in consecutive games, in schedule order."""
    is_suspended = models.BooleanField(default=False)
    suspended_reason = models.TextField(blank=True)
    owner_told_at = models.DateTimeField(null=True, blank=True)
    """When the owner was written to about the suspension; empty while that is still to be done."""

    class Meta:
        verbose_name_plural = "ladder entries"
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "version"], name="one_entry_per_version")]

    def __str__(self) -> str:
        return f"{self.version} on {self.pool}"

    @property
    def batch_key(self) -> str:
        """The period in which the games of its newest batch are rated."""
        return f"{self.pool.key}/{PLACEMENT}{self.pk}/b{self.batch}"
