"""The append-only log that ratings are folds over, and the snapshots that trend lines are drawn from."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Period(models.Model):
    """One closed ladder cycle or tournament round. Games of a period are numbered in schedule order."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="periods")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=120)
    """``Match.period`` of its games; closed once and in one season, whatever season is open when a message repeats."""
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    closed_at = models.DateTimeField()
    role_offsets = models.JSONField(default=dict, blank=True)
    """What roles were worth in rating points when it was closed; kept, or a rebuilt log would give other numbers."""

    class Meta:
        ordering: ClassVar = ["pool", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "number"], name="period_number_is_unique"),
            models.UniqueConstraint(fields=["key"], name="a_period_is_closed_once"),
        ]

    def __str__(self) -> str:
        return self.key


class DuePeriod(models.Model):
    """A tournament round that is complete and not in the log yet: written with what completed it, gone when closed."""

    key = models.CharField(max_length=120, unique=True)
    announced_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.key


class EventKind(models.TextChoices):
    GAME = "game", _("game")
    REVISE = "revise", _("correction")


class RatingEvent(models.Model):
    """A rated game, or a correction of one. Never changed, never deleted."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    period = models.ForeignKey(Period, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=8, choices=EventKind.choices)
    game = models.ForeignKey("matches.Game", on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    payload = models.JSONField()
    """The game as the rating functions take it; null sides mean that the game does not count any more."""

    class Meta:
        ordering: ClassVar = ["pool", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "seq"], name="event_number_is_unique"),
            models.UniqueConstraint(fields=["pool", "game", "revision"], name="a_game_is_rated_once"),
        ]
        indexes: ClassVar = [
            # Few among millions, and asked for by every page of a bot.
            models.Index(F("pool"), F("seq"), name="corrections", condition=Q(kind="revise")),
        ]

    def __str__(self) -> str:
        return f"{self.pool} #{self.seq}"


class PeriodTable(models.Model):
    """The games of a closed period in columns, as ``referee.ratings.table`` reads them. Derived from the events of the
    period, which never change; games that corrections took out are still in it."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    policy = models.CharField(max_length=20)
    sizes = models.JSONField()
    """Seats of each side."""
    roles = models.JSONField()
    rows = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["period", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["period", "number"], name="one_table_per_form")]

    def __str__(self) -> str:
        return f"{self.period} #{self.number}"


class Snapshot(models.Model):
    """Where a version stood when a period closed: one point of its trend line."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="snapshots")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="snapshots")
    live = models.FloatField()
    games = models.PositiveIntegerField()
    rating = models.FloatField(null=True, blank=True)
    """Of the batch fit that followed the closing, with its error, for the band around the line."""
    error = models.FloatField(null=True, blank=True)
    margin = models.FloatField(null=True, blank=True)
    """Half-width of the 95 % interval, which the band shows."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["period", "version"], name="one_snapshot_per_period")]
        indexes: ClassVar = [models.Index(F("version"), F("period"), name="trend_of_version")]

    def __str__(self) -> str:
        return f"{self.version} at {self.period}"
