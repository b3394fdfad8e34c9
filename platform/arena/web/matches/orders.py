"""The list of replays by what makes a game worth watching, among the newest: bounded, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.matches.models import Game
from arena.web.front.alive import LEAST_UPSET, Ratings, ratings_of, surprise
from arena.web.front.games import strength
from engines.registry import is_known

LOOKED_AT = 300
"""The newest games that fit the filters."""


@dataclass(frozen=True)
class _Seated:
    rank: int | None
    rating: float | None


def _seated(game: Game, ratings: Ratings) -> list[_Seated]:
    return [_Seated(seat.rank, ratings.get((seat.version_id, game.variant))) for seat in game.seats.all()]


def _upset(game: Game, ratings: Ratings) -> float:
    return surprise(_seated(game, ratings))


def _length(game: Game, ratings: Ratings) -> float:
    return game.decision_count


def _strength(game: Game, ratings: Ratings) -> float:
    return strength(_seated(game, ratings))


ORDERS: dict[str, tuple[Callable[[Game, Ratings], float], float]] = {
    "upsets": (_upset, LEAST_UPSET),
    "longest": (_length, 0.0),
    "strongest": (_strength, 0.0),
}
"""By name: the measure, and the least that is worth showing."""


def ordered(games: Sequence[Game], order: str, most: int) -> list[Game]:
    measure, least = ORDERS[order]
    ratings = ratings_of(games)
    measured = [(measure(game, ratings), game) for game in games if is_known(game.variant)]
    worth = [pair for pair in measured if pair[0] >= least]
    return [game for _, game in sorted(worth, key=lambda pair: -pair[0])[:most]]


def best_of_the_day(games: Sequence[Game], now: datetime) -> Game | None:
    """Of those that ended by the rules in the last day: the highest mean rating, of equal ones the longest game."""
    today = [
        game
        for game in games
        if is_known(game.variant)
        and game.termination == "normal"
        and game.replay_id
        and game.finished_at
        and game.finished_at > now - timedelta(days=1)
    ]
    ratings = ratings_of(today)
    rated = [game for game in today if _strength(game, ratings) > float("-inf")]
    return max(rated, key=lambda game: (_strength(game, ratings), game.decision_count), default=None)
