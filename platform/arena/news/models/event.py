"""The one list of what happened. Mail, webhooks, feeds, the API and pages all read it."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    REGISTRATION_OPENED = "registration.opened", _("registration opened")
    TOURNAMENT_STARTED = "tournament.started", _("tournament started")
    ROUND_PUBLISHED = "round.published", _("round published")
    MATCH_DECIDED = "match.decided", _("match decided")
    ROUND_COMPLETE = "round.complete", _("round complete")
    RULING = "match.ruled", _("ruling")
    ENTRANT_LEFT = "entrant.left", _("withdrawal or disqualification")
    MISSED_CHECK_IN = "entrant.absent", _("check-in missed")
    ENTERED_LATE = "entrant.late", _("late entry")
    TOURNAMENT_PAUSED = "tournament.paused", _("tournament paused")
    TOURNAMENT_RESUMED = "tournament.resumed", _("tournament resumed")
    TOURNAMENT_CANCELLED = "tournament.cancelled", _("tournament cancelled")
    TOURNAMENT_FINISHED = "tournament.finished", _("tournament finished")
    ANNOUNCEMENT = "announcement", _("announcement")
    VERSION_READY = "version.ready", _("bot version ready")
    VERSION_REJECTED = "version.rejected", _("bot version rejected")
    BOT_SUSPENDED = "bot.suspended", _("bot taken off a ladder")
    BEST_RANK = "bot.best_rank", _("new best rank")


class Audience(models.TextChoices):
    PUBLIC = "public", _("everybody")
    OWNER = "owner", _("the owners of its bots")


class Event(models.Model):
    """Only ever added to; the database sees to it. Written from what a stranger may see, so it holds no secret."""

    key = models.CharField(max_length=200, unique=True)
    """Natural: looking twice finds the same event."""
    kind = models.CharField(max_length=30, choices=Kind.choices)
    audience = models.CharField(max_length=6, choices=Audience.choices, default=Audience.PUBLIC)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    announcement = models.ForeignKey(
        "tournaments.Announcement", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    bots = models.ManyToManyField("bots.Bot", related_name="+", blank=True)
    """Whom it is about."""
    data = models.JSONField(default=dict, blank=True)
    """Names, ranks and places, as plain values: what the sentence is made from."""
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(F("tournament"), F("id").desc(), name="events_of_tournament"),
            models.Index(F("audience"), F("id").desc(), name="events_by_audience"),
        ]

    def __str__(self) -> str:
        return self.key

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            self._refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise TypeError("The list of events is only ever added to.")


class Seen(models.Model):
    """How a tournament looked when its news were collected last: nothing is read again while it looks the same."""

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=200)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(fingerprint=""), name="seen_means_something")]

    def __str__(self) -> str:
        return f"news of {self.tournament_id}"
