"""Lines of the leaderboard from a fit: who is on the board, in which order, and how sure that order is."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.db.models import F, Q

from arena.bots.models import BotVersion, competing
from arena.lib.arrays import among
from arena.matches.models import Game
from arena.ratings.leaderboard.tally import Tally
from arena.ratings.log.lives import live_table
from arena.ratings.models import Anchor, FinalPlace, Period, Pool, Snapshot
from referee.ratings.fit.batch import BatchFit
from referee.ratings.fit.places import PlaceOnBoard, board_ranges
from referee.ratings.scale import CENTRE

TREND_PERIODS = 5
"""The arrow beside live Elo tells the change over so many. One period, which may be a single game, would be noise."""


@dataclass(slots=True)
class NewLine:
    """What becomes a ``Standing``, by the names of its columns: a thousand model objects take as long as the ranks of a
    thousand bots."""

    pool_id: int
    version_id: int
    is_on_board: bool
    is_anchor: bool
    live: float
    trend: float
    games: int
    blocks: int
    points: float
    expected: float
    faults: int
    last_game_at: datetime | None
    position: int = 0
    is_rated: bool = False
    is_provisional: bool = True
    rating: float | None = None
    error: float | None = None
    margin: float | None = None
    best_rank: int | None = None
    worst_rank: int | None = None
    tie_first: int | None = None
    tie_last: int | None = None
    blocks_to_next: int | None = None


def standing_lines(pool: Pool, upto: int, fit: BatchFit, tallies: dict[int, Tally]) -> list[NewLine]:
    anchors = set(Anchor.objects.filter(pool=pool).values_list("version", flat=True))
    shown = versions_on_board(tallies, anchors) if pool.is_open else _final_board(pool)
    places = _places(fit, shown)
    live, trends = live_table(pool, tallies, upto), _trends(pool, upto)
    last_games = among({tally.last_game for tally in tallies.values()})
    ended = dict(Game.objects.filter(pk__in=last_games).values_list("pk", "finished_at"))
    ratings = {int(line.entrant): line for line in fit.ratings}
    lines = []
    for pk, tally in tallies.items():
        rating, place = ratings.get(pk), places.get(pk)
        line = NewLine(
            pool_id=pool.pk,
            version_id=pk,
            is_on_board=pk in shown,
            is_anchor=pk in anchors,
            live=live.ratings.get(pk, CENTRE),
            trend=trends.get(pk, 0.0),
            games=tally.games,
            blocks=tally.blocks,
            points=tally.points / tally.games,
            expected=tally.expected / tally.games,
            faults=tally.faults,
            last_game_at=ended.get(tally.last_game),
        )
        if rating is not None:
            line.is_rated, line.is_provisional = True, rating.is_provisional
            line.rating, line.error, line.margin = rating.rating, rating.standard_error, rating.margin
        if place is not None:
            line.best_rank, line.worst_rank = place.best, place.worst
            line.tie_first, line.tie_last = place.tie.first, place.tie.last
            line.blocks_to_next = place.blocks_to_next
        lines.append(line)
    return _positioned(lines)


def versions_on_board(versions: Collection[int], anchors: Collection[int]) -> set[int]:
    """The active version of a bot, and a house bot in the version that is the pool's anchor."""
    plays = Q(bot__active_version=F("pk")) | Q(pk__in=anchors)
    shown = BotVersion.objects.filter(plays, competing("bot__"), pk__in=among(versions))
    return set(shown.values_list("pk", flat=True))


def _final_board(pool: Pool) -> set[int]:
    """Bots have gone on since and have other versions now; a correction may move lines, not add or remove them."""
    return set(FinalPlace.objects.filter(pool=pool).values_list("version", flat=True))


def _places(fit: BatchFit, shown: set[int]) -> dict[int, PlaceOnBoard]:
    """Ranks among those on the board: an older version must not stand between a bot and its place."""
    places = [place for place, line in enumerate(fit.ratings) if line.entrant in shown]
    part = BatchFit(
        ratings=tuple(fit.ratings[place] for place in places),
        unrated=(),
        roles=(),
        covariance=fit.covariance.take(np.array(places, dtype=np.int64)),
    )
    return {int(line.entrant): place for line, place in zip(part.ratings, board_ranges(part), strict=True)}


def _positioned(lines: list[NewLine]) -> list[NewLine]:
    """Rated ones by rating; those without a rating always stand below."""
    ordered = sorted(lines, key=lambda line: (line.rating is None, -(line.rating or 0.0), line.version_id))
    for position, line in enumerate(ordered, 1):
        line.position = position
    return ordered


def _trends(pool: Pool, upto: int) -> dict[int, float]:
    """Change of live Elo over the last closed periods, from where a version stood before them."""
    recent = Period.objects.filter(pool=pool, last_seq__lte=upto).order_by("-number")[:TREND_PERIODS]
    numbers = [period.number for period in recent]
    if not numbers:
        return {}
    rows = Snapshot.objects.filter(period__pool=pool, period__number__in=numbers).order_by("period__number")
    lives = list(rows.values_list("version", "live"))
    first, last = dict(reversed(lives)), dict(lives)
    before = Period.objects.filter(pool=pool, number__lt=min(numbers)).order_by("-number").first()
    if before is not None:
        first |= live_table(pool, last, before.last_seq).ratings  # type: ignore[arg-type]  # versions are numbers
    return {version: live - first[version] for version, live in last.items()}
