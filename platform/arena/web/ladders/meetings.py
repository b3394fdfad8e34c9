"""Results of one bot against others, by seat and head to head, counted over blocks. Pure but for names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.bots.models import BotVersion
from engines import variant
from referee.points import points
from referee.stats import Estimate, block_estimate

Payload = Mapping[str, Any]


@dataclass(frozen=True)
class Share:
    """Mean points with the interval over blocks, in percent."""

    percent: float
    low: float | None
    high: float | None
    blocks: int

    @classmethod
    def of(cls, estimate: Estimate) -> Share:
        low = None if estimate.low is None else 100 * estimate.low
        high = None if estimate.high is None else 100 * estimate.high
        return cls(100 * estimate.mean, low, high, estimate.blocks)

    @property
    def is_above(self) -> bool:
        """Surely better than even."""
        return self.low is not None and self.low > 50

    @property
    def is_below(self) -> bool:
        return self.high is not None and self.high < 50


@dataclass(frozen=True)
class OpponentLine:
    version: int
    games: int
    share: Share
    """Of the points between the two alone: better rank 1, equal one half."""
    known: BotVersion | None = None
    """None: a bot that the visitor may not know of."""

    def named(self, names: Mapping[int, BotVersion]) -> OpponentLine:
        return replace(self, known=names.get(self.version))


@dataclass(frozen=True)
class SeatLine:
    name: str
    """Seats as everywhere, from 0: ``2``, or ``0 + 2`` for a pair."""
    is_alone: bool
    """This seat plays alone against a pair, in a variant where that happens."""
    games: int
    percent: float
    """Mean points of a game from there."""
    wins: int
    """First places."""


@dataclass(frozen=True)
class Cell:
    share: Share | None
    is_self: bool = False


@dataclass(frozen=True)
class Matrix:
    versions: list[BotVersion]
    rows: list[tuple[BotVersion, list[Cell]]]


def _ranks(game: Payload) -> dict[int, int]:
    return {int(member): rank for side, rank in zip(game["sides"], game["ranks"], strict=True) for member in side}


def _sides(game: Payload) -> dict[int, int]:
    return {int(member): number for number, side in enumerate(game["sides"]) for member in side}


def _duel(one: int, other: int) -> float:
    return 0.5 if one == other else float(one < other)


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores)


def by_opponent(version: int, games: Sequence[Payload]) -> list[OpponentLine]:
    """Most often met first; team mates are no opponents."""
    blocks: dict[int, dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        ranks, sides = _ranks(game), _sides(game)
        for other, rank in ranks.items():
            if version in ranks and sides[other] != sides[version]:
                blocks[other][game["block"]].append(_duel(ranks[version], rank))
    lines = [
        OpponentLine(
            other, sum(map(len, by_block.values())), Share.of(block_estimate([_mean(s) for s in by_block.values()]))
        )
        for other, by_block in blocks.items()
    ]
    return sorted(lines, key=lambda line: (-line.games, line.version))


@dataclass(frozen=True)
class Highlight:
    """A game, and the opponent that makes it one to look at."""

    game: int
    opponent: int
    rating: float


def best_win(version: int, games: Sequence[Payload], ratings: Mapping[int, float]) -> Highlight | None:
    """The game in which it was ahead of the strongest, the newest of several. Games that a fault ended are no wins."""
    return max(_duels(version, games, ratings, won=True), key=lambda duel: duel.rating, default=None)


def worst_loss(version: int, games: Sequence[Payload], ratings: Mapping[int, float]) -> Highlight | None:
    """The game in which the weakest was ahead of it."""
    return min(_duels(version, games, ratings, won=False), key=lambda duel: duel.rating, default=None)


def _duels(version: int, games: Sequence[Payload], ratings: Mapping[int, float], *, won: bool) -> Iterator[Highlight]:
    for game in games:
        ranks = _ranks(game)
        if game["fault"] or version not in ranks:
            continue
        for other, rank in ranks.items():
            is_ahead = ranks[version] < rank if won else rank < ranks[version]
            if is_ahead and other in ratings:
                yield Highlight(game["game"], other, ratings[other])


def by_seat(version: int, games: Sequence[Payload]) -> list[SeatLine]:
    """Single seats first, then pairs. Each game names its own variant: the seat of a role moves within a block."""
    results_of: dict[tuple[int, tuple[int, ...]], list[tuple[float, bool]]] = defaultdict(list)
    for game in games:
        side = _sides(game).get(version)
        if side is None:
            continue
        seats = variant(game["variant"]).sides[side]
        results_of[len(seats), seats].append((float(points(tuple(game["ranks"]))[side]), game["ranks"][side] == 1))
    is_uneven = len({size for size, _ in results_of}) > 1
    return [
        SeatLine(
            name=" + ".join(map(str, seats)),
            is_alone=is_uneven and size == 1,
            games=len(results),
            percent=100 * _mean([earned for earned, _ in results]),
            wins=sum(won for _, won in results),
        )
        for (size, seats), results in sorted(results_of.items())
    ]


def matrix(versions: Sequence[int], games: Sequence[Payload], names: Mapping[int, BotVersion]) -> Matrix:
    """Everybody at the table of ``versions`` against everybody; bots that the visitor may not know of are left out."""
    shown = [version for version in versions if version in names]
    blocks: dict[tuple[int, int], dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        ranks, sides = _ranks(game), _sides(game)
        present = [version for version in shown if version in ranks]
        for one in present:
            for other in present:
                if sides[one] != sides[other]:
                    blocks[one, other][game["block"]].append(_duel(ranks[one], ranks[other]))
    rows = [(names[one], [_cell(one == other, blocks.get((one, other), {})) for other in shown]) for one in shown]
    return Matrix([names[version] for version in shown], rows)


def _cell(is_self: bool, by_block: Mapping[Any, Sequence[float]]) -> Cell:
    return Cell(
        Share.of(block_estimate([_mean(scores) for scores in by_block.values()])) if by_block else None, is_self
    )
