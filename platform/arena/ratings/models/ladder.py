"""The ladder of a pool: cycles of pods, and what it remembers of each version."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


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
        return f"ladder/{self.pool.variant}/s{self.pool.season}/c{self.number}"


class LadderEntry(models.Model):
    """A version on a ladder: its placement, and whether it is suspended."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="entries")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="ladder_entries")
    joined_at = models.DateTimeField()
    placement_blocks = models.PositiveIntegerField(default=0)
    """Blocks of the gauntlet played so far."""
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
