"""A rating pool: one variant in one season. Ratings of different pools never mix."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from arena.bots.models import competing
from engines import variant
from referee.ratings.points import is_one_sided
from referee.ratings.scale import END_GAMES

PLACEMENT_SOURCE = "placement"
"""How the sources of newcomers' games begin."""


class Pool(models.Model):
    variant = models.CharField(max_length=80)
    season = models.PositiveIntegerField(default=1)
    is_open = models.BooleanField(default=True)
    """A closed season keeps its tables and takes no more games."""
    began_at = models.DateTimeField(null=True, blank=True)
    """Empty for the first season of an arena that is older than this field."""
    ending_since = models.DateTimeField(null=True, blank=True)
    """Somebody asked for the end: no new pods; it comes when all rated games are over (``actions.seasons``)."""
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    carry_over = models.PositiveSmallIntegerField(default=0)
    """Percent of the way from 1500 that live Elo keeps in the season after this one."""
    ladder_is_on = models.BooleanField("ladder is on", default=True)
    ladder_weight = models.PositiveSmallIntegerField("ladder weight", default=1)
    """How many pods of a cycle this variant gets beside the others."""
    last_seq = models.PositiveIntegerField(default=0)
    """The number of the newest event. The row lock on this table orders all writers of the pool's log."""
    fitted_seq = models.PositiveIntegerField(default=0)
    """Up to which event the table of standings was computed."""
    fitted_at = models.DateTimeField(null=True, blank=True)
    fit_seconds = models.FloatField(default=0.0)
    """How long the last fit took: a pool that takes long is fitted less often."""

    facts = models.JSONField(default=dict, blank=True)
    """Of the last fit: ``seats`` as in ``arena.ratings.leaderboard.seat_facts``, ``roles`` with offset and error,
    ``gain`` of replaying deals as measured."""

    class Meta:
        ordering: ClassVar = ["variant", "-season"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["variant", "season"], name="one_pool_per_variant_and_season"),
            models.UniqueConstraint(fields=["variant"], condition=Q(is_open=True), name="one_open_season_per_variant"),
            models.CheckConstraint(condition=Q(carry_over__lte=100), name="at_most_all_is_carried_over"),
        ]

    def __str__(self) -> str:
        return f"{self.variant}, season {self.season}"

    def get_absolute_url(self) -> str:
        return reverse("ladders:leaderboard", args=[self.variant])

    @property
    def key(self) -> str:
        """How the keys of all its ladder matches begin."""
        return f"ladder/{self.variant}/s{self.season}"

    @property
    def makes_pods(self) -> bool:
        return self.is_open and self.ladder_is_on and self.ending_since is None

    @property
    def ladder_source(self) -> str:
        """Whose turn in the queue the games of its cycles use; also the live channel of its leaderboard."""
        return f"ladder:{self.variant}"

    @property
    def placement_source(self) -> str:
        """The same for newcomers: one for all of a ladder, so that many of them push nobody aside."""
        return f"{PLACEMENT_SOURCE}:{self.variant}"


class Anchor(models.Model):
    """A house bot whose published rating never moves: it keeps the scale in place."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="anchors")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.PROTECT, related_name="+")
    rating = models.FloatField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "version"], name="anchor_is_unique")]

    def __str__(self) -> str:
        return f"{self.version} = {self.rating}"


class StandingQuerySet(models.QuerySet["Standing"]):
    def on_board(self) -> "StandingQuerySet":
        """In the order of the board. Who became private or retired since the last fit leaves at once."""
        return self.filter(competing("version__bot__"), is_on_board=True).order_by("position")


class Standing(models.Model):
    """One line of the leaderboard. Derived: rebuilt as a whole from the log, never edited."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="standings")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="standings")
    is_on_board = models.BooleanField(default=True)
    """False for older versions of a bot: they stay in the fit and leave the board."""
    is_anchor = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=True)
    """False while no chain of games connects it to an anchor."""
    is_provisional = models.BooleanField(default=True)
    rating = models.FloatField(null=True, blank=True)
    error = models.FloatField(null=True, blank=True)
    """Standard error of the distance to the anchors."""
    margin = models.FloatField(null=True, blank=True)
    """Half-width of the 95 % interval; ``fit.certainty`` says how it follows from the error."""
    live = models.FloatField(default=1500.0)
    trend = models.FloatField(default=0.0)
    """Change of live Elo over the last closed periods."""
    best_rank = models.PositiveIntegerField(null=True, blank=True)
    worst_rank = models.PositiveIntegerField(null=True, blank=True)
    tie_first = models.PositiveIntegerField(null=True, blank=True)
    tie_last = models.PositiveIntegerField(null=True, blank=True)
    """Places of the neighbours that cannot be told from each other: "3rd to 7th not separable"."""
    blocks_to_next = models.PositiveIntegerField(null=True, blank=True)
    """Blocks both would have to play before the lead over the next line counts as sure; empty: none is needed."""
    position = models.PositiveIntegerField()
    """Order of the board: rated by rating, then provisional and unrated ones. Never the other way round."""
    games = models.PositiveIntegerField(default=0)
    blocks = models.PositiveIntegerField(default=0)
    points = models.FloatField(default=0.0)
    """Mean points a game, 0 to 1."""
    expected = models.FloatField(default=0.5)
    faults = models.PositiveIntegerField(default=0)
    last_game_at = models.DateTimeField(null=True, blank=True)

    objects = StandingQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "version"], name="one_standing_per_version")]
        indexes: ClassVar = [
            models.Index(F("pool"), F("position"), name="board_order", condition=Q(is_on_board=True)),
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.pool}"

    @property
    def is_one_sided(self) -> bool:
        """It lost every game so far, or won every one."""
        played = variant(self.pool.variant)
        return self.games > 0 and is_one_sided(played.rank_policy, len(played.sides), self.points)

    @property
    def is_at_an_end(self) -> bool:
        """And these were many: further games of the kind would not tell how far out it stands."""
        return self.games >= END_GAMES and self.is_one_sided

    @property
    def won_all(self) -> bool:
        return self.is_at_an_end and self.points > 0.5
