"""The queue's own memory: whose turn it is, who plays in how many batches, and which queues staff has paused."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.matches.models.match import MatchKind


class QueueGroup(models.Model):
    """Sources of a group share one turn: all practice together is one, so it never crowds out rated play."""

    name = models.CharField(max_length=80, primary_key=True)
    spent_ms = models.BigIntegerField(default=0)
    """Time of workers given to it so far. The group with the least is next; one that comes back after a rest begins
    where the others are, so it cannot claim all the turns it never asked for."""

    def __str__(self) -> str:
        return self.name


class QueueSource(models.Model):
    """One source of games. Within a group the source that was given the least time is next."""

    name = models.CharField(max_length=80, unique=True)
    group = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=MatchKind.choices)
    """Of its matches: names the switch by which staff pauses it."""
    spent_ms = models.BigIntegerField(default=0)
    is_waiting = models.BooleanField(default=True)
    """May have queued games. Set by whoever queues one, cleared by the reaper when it finds none."""
    is_paused = models.BooleanField(default=False)
    """An organiser paused this tournament: running games finish, no new ones begin."""

    class Meta:
        indexes: ClassVar = [
            models.Index(F("group"), F("spent_ms"), name="waiting_sources", condition=Q(is_waiting=True))
        ]

    def __str__(self) -> str:
        return self.name


class Slot(models.Model):
    """A place at the tables for a bot, or for the practice of a user: who has none free waits.

    Places are numbered from 0 up to the cap. That a place is taken once is a constraint, so the caps hold however many
    workers claim at the same moment, and none of them waits for a lock that all share.
    """

    class Kind(models.TextChoices):
        BOT = "bot", _("a bot")
        SOURCE = "source", _("practice of a user")

    kind = models.CharField(max_length=6, choices=Kind.choices)
    owner = models.BigIntegerField()
    """Id of the bot or of the source."""
    number = models.PositiveSmallIntegerField()
    lease_token = models.UUIDField(db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "owner", "number"], name="slot_is_taken_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.owner}#{self.number}"


class GameCost(models.Model):
    """What a seat of a version costs a worker in a game of a variant: learned, to fill batches and estimate times."""

    # Learned after the fact: the version may have been deleted since, and a row too many harms nobody.
    version = models.ForeignKey(
        "bots.BotVersion", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    variant = models.CharField(max_length=80)
    seat_ms = models.FloatField()
    """Own time and an equal share of the rest of the game; newer games count more."""
    games = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "variant"], name="cost_is_known_once")]

    def __str__(self) -> str:
        return f"{self.seat_ms:.1f} ms a seat in {self.variant}"


class QueueSwitch(models.Model):
    """A queue that staff may pause. Running games finish; no new ones begin."""

    class Queue(models.TextChoices):
        PRACTICE = "practice", _("practice")
        LADDER = "ladder", _("ladder")
        TOURNAMENT = "tournament", _("tournaments")
        CHECKS = "checks", _("checks of uploads")

    queue = models.CharField(max_length=12, choices=Queue.choices, primary_key=True)
    is_paused = models.BooleanField(default=False)
    reason = models.TextField(blank=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.queue
