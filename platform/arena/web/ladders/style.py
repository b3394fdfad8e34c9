"""How a bot plays: what it does where others did otherwise, from its newest rated games.

The others are those at its tables. As every deal of a block is played from every seat, they decided about the very same
cards, so a difference is one of style and not of luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.utils.translation import gettext as _

from arena.matches import replay_store
from arena.matches.models import Game
from arena.ratings.log.newest import newest_rated
from arena.ratings.models import Pool
from engines import variant
from engines.errors import EngineError
from engines.registry import game as game_named
from referee.replay import ReplayError
from referee.stats import block_estimate
from referee.style import Shown, shown_habits

GAMES = 24
"""Each is played again when somebody looks for the first time after a fit: 1 to 15 ms (`benchmarks.style`)."""
LEAST_OCCASIONS = 10
"""Fewer say nothing of a habit."""


@dataclass(frozen=True)
class Counts:
    """Of one habit in one game: the bot's own and the others' together."""

    block: int
    own: Shown
    others: Shown


@dataclass(frozen=True)
class Trait:
    text: str
    percent: float
    occasions: int
    others: float
    """Per cent of the others."""
    direction: int
    """1: surely more often than they, -1: surely more seldom, 0: who knows."""


@dataclass(frozen=True)
class Style:
    games: int
    traits: list[Trait]


def style_of(version: int, pool: Pool) -> Style | None:
    """None: its game asks no questions, or nothing is known yet."""
    habits = game_named(variant(pool.variant).game).questions()
    games = _games(version, pool) if habits else []
    counts = [_of_game(game, version) for game in games]
    read = [each for each in counts if each]
    by_habit = [trait(_(habit.text), [each[at] for each in read]) for at, habit in enumerate(habits)]
    traits = [found for found in by_habit if found is not None]
    return Style(len(read), traits) if traits else None


def _games(version: int, pool: Pool) -> list[Game]:
    newest = newest_rated(pool, {version}, GAMES)
    games = Game.objects.filter(pk__in=newest, replay__isnull=False, block__is_finished=True)
    return list(games.select_related("replay").prefetch_related("seats"))


def _of_game(game: Game, version: int) -> list[Counts]:
    """Empty where the replay cannot be read any more: a page is no place to fail for that."""
    assert game.replay is not None  # noqa: S101 - asked for in the query
    try:
        shown = shown_habits(replay_store.load(game.replay), game_named(variant(game.variant).game).questions())
    except (OSError, ReplayError, EngineError):
        return []
    own = {seat.seat for seat in game.seats.all() if seat.version_id == version}
    return [
        Counts(
            game.block_id,
            _sum(count for seat, count in enumerate(habit) if seat in own),
            _sum(count for seat, count in enumerate(habit) if seat not in own),
        )
        for habit in zip(*shown, strict=True)
    ]


def _sum(counts: Iterable[Shown]) -> Shown:
    shown = list(counts)
    return Shown(sum(count.occasions for count in shown), sum(count.times for count in shown))


def trait(text: str, counts: Sequence[Counts]) -> Trait | None:
    """None: too few occasions to speak of a habit."""
    own, others = _sum(count.own for count in counts), _sum(count.others for count in counts)
    if min(own.occasions, others.occasions) < LEAST_OCCASIONS:
        return None
    return Trait(text, _percent(own), own.occasions, _percent(others), _direction(counts))


def _percent(shown: Shown) -> float:
    return 100 * shown.times / shown.occasions


def _direction(counts: Sequence[Counts]) -> int:
    """Sure if the interval of the difference, block by block, leaves out "as often"."""
    differences: dict[int, list[float]] = defaultdict(list)
    for count in counts:
        if count.own.occasions and count.others.occasions:
            differences[count.block].append((_percent(count.own) - _percent(count.others)) / 200 + 0.5)
    if len(differences) < 2:
        return 0
    estimate = block_estimate([fmean(of_block) for of_block in differences.values()])
    if estimate.low is not None and estimate.low > 0.5:
        return 1
    return -1 if estimate.high is not None and estimate.high < 0.5 else 0
