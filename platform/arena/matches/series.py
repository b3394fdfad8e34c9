"""What a series of blocks amounts to, as a pure function of its games in schedule order.

Arrival order never matters. After an entrant's last allowed fault, counted in schedule order, its remaining games are
scored as its faults, whether they happened to be played already or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.points import points
from referee.ranking import final_ranks


@dataclass(frozen=True)
class PlayedGame:
    """One game as far as the score needs it."""

    block: int
    number: int
    entrants: tuple[tuple[int, ...], ...]
    """Positions of the entrants of each side."""
    ranks: tuple[int, ...] | None
    """Per side; None while the game is open."""
    faulted: frozenset[int] = frozenset()
    """Positions of the entrants that faulted."""


@dataclass(frozen=True)
class SeriesScore:
    """Sums over the complete blocks."""

    points: tuple[Fraction, ...]
    """Per entrant: points of its sides, each game counting once."""
    games: int
    blocks: int
    faults: tuple[int, ...]
    block_points: tuple[tuple[Fraction, ...], ...]
    """Per complete block, mean points of each entrant over its games."""


def forfeited_games(games: Sequence[PlayedGame], max_faults: int) -> dict[tuple[int, int], frozenset[int]]:
    """Games that an entrant forfeits, as (block, number) -> positions: all after its last allowed fault.

    Only a gapless beginning of the series is looked at: what an open game may still bring decides nothing yet.
    """
    counts: dict[int, int] = {}
    lost: dict[tuple[int, int], frozenset[int]] = {}
    is_open = False
    for game in sorted(games, key=lambda game: (game.block, game.number)):
        at_table = {position for side in game.entrants for position in side}
        out = frozenset(position for position in at_table if counts.get(position, 0) >= max_faults)
        if out:
            lost[game.block, game.number] = out
            continue
        if game.ranks is None:
            is_open = True
        if not is_open:
            for position in game.faulted:
                counts[position] = counts.get(position, 0) + 1
    return lost


def score(games: Sequence[PlayedGame], entrants: int, max_faults: int) -> SeriesScore:
    lost = forfeited_games(games, max_faults)
    totals = [Fraction(0)] * entrants
    faults = [0] * entrants
    by_block: dict[int, list[PlayedGame]] = {}
    for game in games:
        by_block.setdefault(game.block, []).append(game)
    per_block = []
    count = 0
    for _, members in sorted(by_block.items()):
        if any(game.ranks is None and (game.block, game.number) not in lost for game in members):
            continue
        sums, played = _block_sums(members, lost, entrants, faults)
        per_block.append(tuple(total / n if n else Fraction(0) for total, n in zip(sums, played, strict=True)))
        totals = [total + part for total, part in zip(totals, sums, strict=True)]
        count += len(members)
    return SeriesScore(tuple(totals), count, len(per_block), tuple(faults), tuple(per_block))


def _block_sums(
    members: list[PlayedGame], lost: dict[tuple[int, int], frozenset[int]], entrants: int, faults: list[int]
) -> tuple[list[Fraction], list[int]]:
    sums = [Fraction(0)] * entrants
    played = [0] * entrants
    for game in members:
        faulted = lost.get((game.block, game.number), game.faulted)
        ranks = game.ranks
        if (game.block, game.number) in lost or ranks is None:
            sides = {index for index, side in enumerate(game.entrants) if faulted & set(side)}
            ranks = tuple(final_ranks(None, len(game.entrants), sides))
        for side, value in zip(game.entrants, points(ranks), strict=True):
            for position in set(side):
                sums[position] += value
                played[position] += 1
        for position in faulted:
            faults[position] += 1
    return sums, played
