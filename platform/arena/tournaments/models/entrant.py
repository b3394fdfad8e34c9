"""Who takes part: a bot, frozen to one version and one seed when the tournament starts."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Entrant(models.Model):
    """The pure code knows an entrant by its seed: the same field gives the same plan in every database."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="entrants")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="tournament_entries")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.PROTECT, null=True, related_name="+")
    """Frozen at the start; before, whatever is active plays."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="tournament_entries"
    )
    """At the time of registration; nobody for house bots."""
    family = models.BigIntegerField(null=True, blank=True)
    """The number that the owner had: bots of one family are kept apart. It stays when an account goes: a bracket that
    was drawn must not change."""
    seed = models.PositiveIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True)
    """As it was when the seeds were made."""
    entered_round = models.PositiveIntegerField(default=1)
    """Above 1: a late entry."""
    registered_at = models.DateTimeField(auto_now_add=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["seed", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="a_bot_enters_once"),
            models.UniqueConstraint(
                fields=["tournament", "seed"], name="a_seed_is_given_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=Q(seed=None) | Q(seed__gte=1), name="seeds_begin_at_one"),
        ]

    def __str__(self) -> str:
        return self.bot.name


class Invitation(models.Model):
    """Somebody who may register for a tournament that is by invitation."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="somebody_is_invited_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} to {self.tournament}"
