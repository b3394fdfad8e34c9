"""A table: one game with people in it.

State machine (the only place where it is written down)::

    GATHERING -> PLAYING     the last free chair is taken, or the host fills the rest with house bots
    GATHERING -> CANCELLED   the host gives up, or nobody came in time
    PLAYING   -> OVER        the rules end the game, or the last person has left

While PLAYING the row is all there is: deal, actions, faults. A request restores the game from it, adds a choice and
writes it back under a lock; nothing waits anywhere.
"""

import secrets
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_LENGTH = 16
"""Signs of six bits: 96 bits cannot be guessed."""


class TableKind(models.TextChoices):
    HOUSE = "house", _("against house bots")
    FRIENDS = "friends", _("with friends")
    DAY = "day", _("the deal of the day")
    WHAT_IF = "what-if", _("a replay taken over")
    LESSON = "lesson", _("a first game")


class TableState(models.TextChoices):
    GATHERING = "gathering", _("waiting for people")
    PLAYING = "playing", _("being played")
    OVER = "over", _("over")
    CANCELLED = "cancelled", _("cancelled")


OPEN_STATES = (TableState.GATHERING, TableState.PLAYING)


def new_code() -> str:
    """Nobody can guess it: who has the address of a table was given it."""
    return secrets.token_urlsafe(CODE_LENGTH)[:CODE_LENGTH]


class Table(models.Model):
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    kind = models.CharField(max_length=10, choices=TableKind.choices)
    state = models.CharField(max_length=10, choices=TableState.choices)
    variant = models.CharField(max_length=80)
    seed = models.BinaryField(max_length=64)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    first_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    rules_version = models.PositiveIntegerField()

    actions = models.JSONField(default=list, blank=True)
    """``[seat, action, charged ms, wall ms]`` each, as in the replay file."""
    faults = models.JSONField(default=list, blank=True)
    """``[seat, kind, after actions]`` each."""
    chosen = models.JSONField(default=list, blank=True)
    """Choices that wait for those who decide at the same time; the same form as actions, and nobody sees them."""
    version = models.PositiveIntegerField(default=0)
    """Counts the changes: browsers ask whether theirs is the newest."""

    opened_at = models.DateTimeField(default=timezone.now)
    asked_at = models.DateTimeField(default=timezone.now)
    """Since when the present decision waits."""
    deadline = models.DateTimeField(null=True, blank=True)
    """When the table ends by itself, or goes on without those it waits for. Empty when it is over."""
    opener = models.CharField(max_length=40, blank=True)
    """Whose table it is, as ``Visitor.key`` says: for the limits, and one try at a deal of the day for everybody."""
    opened_from = models.CharField(max_length=64, blank=True)
    """A keyed hash of the address, for the limits; taken away when the table is over."""
    is_answered_elsewhere = models.BooleanField(default=False)
    """A bot on a worker has the next word."""
    is_rated = models.BooleanField(default=False, db_default=False)
    """It counts for the rating of the person at it."""
    day = models.DateField(null=True, blank=True)
    """Of the deal of the day."""
    taken_from = models.ForeignKey("matches.Game", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    taken_at = models.PositiveIntegerField(null=True, blank=True)
    """After how many actions of that game."""

    finished_at = models.DateTimeField(null=True, blank=True)
    termination = models.CharField(max_length=10, blank=True)
    ranks = models.JSONField(null=True, blank=True)
    """Per side."""
    progress = models.JSONField(null=True, blank=True)
    """Per side, as the engine compares it: how close it was."""
    transcript_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=["gathering", "playing"], deadline__isnull=False, finished_at=None)
                | Q(state__in=["over", "cancelled"], deadline=None, finished_at__isnull=False),
                name="an_open_table_has_a_deadline",
            ),
            models.CheckConstraint(
                condition=Q(state="over", ranks__isnull=False) | (~Q(state="over") & Q(ranks=None)),
                name="a_table_has_a_result_when_it_is_over",
            ),
            models.CheckConstraint(
                condition=Q(kind="day", day__isnull=False) | (~Q(kind="day") & Q(day=None)),
                name="a_deal_of_the_day_has_a_day",
            ),
            models.UniqueConstraint(
                fields=["day", "variant", "opener"], name="one_try_at_a_deal_of_the_day", condition=Q(kind="day")
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("opener"), F("opened_at").desc(), name="tables_of_opener"),
            models.Index(F("deadline"), name="open_tables", condition=Q(state__in=["gathering", "playing"])),
            models.Index(F("opened_from"), F("opened_at"), name="tables_of_address", condition=~Q(opened_from="")),
            models.Index(F("day"), F("variant"), name="tables_of_day", condition=Q(kind="day")),
            models.Index(F("variant"), F("id").desc(), name="rated_tables", condition=Q(is_rated=True)),
        ]

    def __str__(self) -> str:
        return f"table {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("tables:table", args=[self.code])

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def is_over(self) -> bool:
        return self.state == TableState.OVER

    def shows_all(self, now: datetime) -> bool:
        """May everybody see all cards? Of the deal of the day not before the day is over: others still play it."""
        return self.is_over and (self.day is None or self.day < now.date())
