"""A series of blocks: its score, when it may stop, and how a tie at the cut line is broken.

Only whole blocks count, and a series never stops inside a block: in half a block not everybody has had every seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.values import EntrantId, NodeKey, Result
from referee.points import competition_ranks, points


@dataclass(frozen=True)
class SeriesGame:
    """A final game, everything in the order of the match's slots (not of the seats)."""

    ranks: tuple[int, ...]
    faulted: tuple[bool, ...] = ()
    """Who faulted; empty: nobody."""
    progress: tuple[int, ...] = ()
    """Ranks by progress, lower is better; a tie-break only. Empty: not reported."""


Block = Sequence[SeriesGame]


@dataclass(frozen=True)
class SeriesRules:
    blocks: int
    advancing: int = 0
    """How many go on; 0: nobody is cut and a tie is a draw."""
    early_stop: bool = True
    extra_blocks: int = 3

    def __post_init__(self) -> None:
        if self.blocks < 1 or self.advancing < 0 or self.extra_blocks < 0:
            raise SettingsError("a series has at least 1 block and no negative numbers of entrants or extra blocks")


class Reason(StrEnum):
    """What settled the series."""

    SCORE = "score"
    EARLY_STOP = "early_stop"
    EXTRA_BLOCKS = "extra_blocks"
    FEWER_FAULTS = "fewer_faults"
    PROGRESS = "progress"
    SEED = "seed"


@dataclass(frozen=True)
class SeriesStanding:
    ranks: tuple[int, ...]
    scores: tuple[Fraction, ...]
    games: int
    blocks_to_play: int
    """How many more blocks must exist now; 0 when the series is decided."""
    reason: Reason | None
    """None while the series goes on."""

    @property
    def is_decided(self) -> bool:
        return self.reason is not None

    def result(self, key: NodeKey, entrants: tuple[EntrantId, ...]) -> Result:
        if not self.is_decided:
            raise StateError(f"match {key} is not decided: {self.blocks_to_play} blocks are still to be played")
        return Result(key, entrants, self.ranks, self.scores, self.games)


def series_scores(blocks: Sequence[Block], entrants: int) -> tuple[Fraction, ...]:
    """Sum of the points of all games.

    >>> [str(s) for s in series_scores([[SeriesGame((1, 2)), SeriesGame((1, 1))]], 2)]
    ['3/2', '1/2']
    """
    scores = [Fraction(0)] * entrants
    for game in (game for block in blocks for game in block):
        if len(game.ranks) != entrants:
            raise StateError(f"a game ranks {len(game.ranks)} entrants, the match has {entrants}")
        for i, gained in enumerate(points(game.ranks)):
            scores[i] += gained
    return tuple(scores)


def stand(rules: SeriesRules, blocks: Sequence[Block], seeds: Sequence[int]) -> SeriesStanding:
    """Where a series stands after these complete blocks. `seeds` are the entrants' seeds in slot order.

    >>> won = [SeriesGame((1, 2)), SeriesGame((1, 2))]
    >>> lost = [SeriesGame((2, 1)), SeriesGame((2, 1))]
    >>> rules = SeriesRules(blocks=3, advancing=1)
    >>> stand(rules, [won], seeds=(1, 2)).blocks_to_play
    2
    >>> stand(rules, [won, won], seeds=(1, 2)).reason
    <Reason.EARLY_STOP: 'early_stop'>
    >>> drawn = stand(SeriesRules(blocks=2, advancing=1), [won, lost], seeds=(1, 2))
    >>> drawn.is_decided, drawn.blocks_to_play
    (False, 1)
    """
    if rules.advancing >= len(seeds):
        raise SettingsError(f"{rules.advancing} of {len(seeds)} cannot advance: somebody must stay behind")
    if len({len(block) for block in blocks}) > 1:
        raise StateError("blocks of one series differ in their number of games; report complete blocks only")
    scores = series_scores(blocks, len(seeds))
    ranks = competition_ranks(scores)
    games = sum(len(block) for block in blocks)
    left = rules.blocks - len(blocks)
    if left > 0:
        safe = rules.early_stop and bool(blocks) and _is_safe(scores, rules.advancing, left * len(blocks[0]))
        return SeriesStanding(ranks, scores, games, 0 if safe else left, Reason.EARLY_STOP if safe else None)
    if not _is_tied_at_cut(ranks, rules.advancing):
        return SeriesStanding(ranks, scores, games, 0, Reason.EXTRA_BLOCKS if left < 0 else Reason.SCORE)
    if -left < rules.extra_blocks:
        return SeriesStanding(ranks, scores, games, 1, None)
    broken, reason = _break_tie(ranks, rules.advancing, blocks, seeds)
    return SeriesStanding(broken, scores, games, 0, reason)


def _is_safe(scores: Sequence[Fraction], advancing: int, games_left: int) -> bool:
    """Whether no completion changes who advances: a game moves two entrants apart by one point at most."""
    if not advancing:
        return False
    ordered = sorted(scores, reverse=True)
    return ordered[advancing - 1] - ordered[advancing] > games_left


def _is_tied_at_cut(ranks: Sequence[int], advancing: int) -> bool:
    return bool(advancing) and sum(rank <= advancing for rank in ranks) != advancing


def _break_tie(
    ranks: tuple[int, ...], advancing: int, blocks: Sequence[Block], seeds: Sequence[int]
) -> tuple[tuple[int, ...], Reason]:
    """Order those tied across the cut by fewer faults, then progress, then seed. No lots, no clocks."""
    at_cut = max(rank for rank in ranks if rank <= advancing)
    games = [game for block in blocks for game in block]

    def criteria(i: int) -> tuple[int, int, int]:
        faults = sum(game.faulted[i] for game in games if game.faulted)
        progress = sum(game.progress[i] for game in games if game.progress)
        return faults, progress, seeds[i]

    tied = sorted((i for i, rank in enumerate(ranks) if rank == at_cut), key=criteria)
    broken = list(ranks)
    for order, i in enumerate(tied):
        broken[i] = at_cut + order
    inside, outside = tied[advancing - at_cut], tied[advancing - at_cut + 1]
    pairs = zip(criteria(inside), criteria(outside), (Reason.FEWER_FAULTS, Reason.PROGRESS, Reason.SEED), strict=True)
    return tuple(broken), next(reason for a, b, reason in pairs if a != b)
