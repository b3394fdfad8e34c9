"""A match: a meeting of entrants, a series of blocks. A block: one deal with every entrant in every seat."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class MatchKind(models.TextChoices):
    PRACTICE = "practice", _("practice")
    LADDER = "ladder", _("ladder")
    TOURNAMENT = "tournament", _("tournament")


class MatchState(models.TextChoices):
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    CANCELLED = "cancelled", _("cancelled")


class Match(models.Model):
    """Who meets whom, where, and under which secret. Results are read from its games."""

    kind = models.CharField(max_length=10, choices=MatchKind.choices)
    key = models.CharField(max_length=120, unique=True)
    """Natural key of whoever scheduled it (``ladder/karma-4/s1/c17/p3``): scheduling twice makes one match."""
    source = models.CharField(max_length=80)
    """Whose turn in the queue it uses, e.g. ``ladder:karma-4``, ``tournament:12``, ``practice:7``."""
    variant = models.CharField(max_length=80)
    is_rated = models.BooleanField(default=False)
    period = models.CharField(max_length=120, blank=True)
    """The ladder cycle or tournament round whose games are rated together, e.g. ``ladder/karma-4/s1/c17``."""
    place = models.PositiveIntegerField(default=0)
    """Place in the schedule of its period: ratings go through games in this order, not in that of arrival."""
    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.RUNNING)
    reason = models.TextField(blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,  # `matches_of_user` begins with it
    )
    secret = models.CharField(max_length=64)
    """Source of the match's deals; never shown while a game of it is open."""
    deal_scope = models.CharField(max_length=120)
    """Matches with equal secret and scope play the same deals."""
    blocks_planned = models.PositiveIntegerField(default=1)
    is_sealed = models.BooleanField(default=False, db_default=False)
    """Played, but not shown yet: only who asked for it and staff see games and results. Whoever scheduled it lifts
    the seal."""
    max_faults = models.PositiveIntegerField(default=3)
    """After this many faults of an entrant its remaining games are scored as faults and not run."""
    created_at = models.DateTimeField(auto_now_add=True)
    deadline = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index(F("kind"), F("id").desc(), name="matches_by_kind"),
            models.Index(F("requested_by"), F("created_at").desc(), name="matches_of_user"),
            models.Index(F("period"), F("place"), name="matches_of_period", condition=~Q(period="")),
            models.Index(F("deadline"), name="open_matches", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("matches:match", args=[self.pk])


class Entrant(models.Model):
    """One side's bot version in a match; its position is its place in the circular orders of the blocks."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    position = models.PositiveSmallIntegerField()
    version = models.ForeignKey("bots.BotVersion", on_delete=models.PROTECT, related_name="entries")
    faults = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="entrant_position_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.match.key}#{self.position}"


class Block(models.Model):
    """The smallest unit of statistics: it counts when all its games are final, or not at all."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    number = models.PositiveIntegerField()
    seed = models.BinaryField(max_length=32)
    """Of the deal that all games of the block share; shown when the block is finished."""
    is_finished = models.BooleanField(default=False)
    has_fault = models.BooleanField(default=False)
    """A bot faulted in one of its games: whoever settles the match then has to look at all of them."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="block_number_is_unique")]
        indexes: ClassVar = [
            models.Index(F("match"), name="open_blocks", condition=Q(is_finished=False)),
            models.Index(F("match"), name="blocks_with_fault", condition=Q(has_fault=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match.key}/b{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("matches:block", args=[self.match_id, self.number])

    @property
    def seed_hex(self) -> str:
        return bytes(self.seed).hex()
