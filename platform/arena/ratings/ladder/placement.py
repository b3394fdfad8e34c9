"""Which games place a newcomer. Pure: the same field gives the same batch.

A newcomer plays outside the cycles, in batches of blocks against the line-ups whose results tell most about it per
second of machine time. After each batch the fit says what is known, and the next batch is chosen with that. Slow
opponents sit down only where nobody else informs.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.ratings.ladder.information import information, needed
from arena.ratings.ladder.matchmaking import Candidate, seconds
from arena.ratings.ladder.rules import BATCH_PODS, BATCH_SECONDS, DRAFTED_BLOCKS, FIRST_SHARE, MOST_GAMES
from engines import RankPolicy
from referee.ratings.scale import END_GAMES, POINTS_PER_LOGIT, PROVISIONAL_GAMES, PROVISIONAL_STANDARD_ERROR

UNKNOWN_ERROR = 250.0
"""Standard error of a rating that nothing is known of: nearly all bots stand within twice that of the centre."""
MARGIN = 0.93
"""The batch aims a little below the error that ends a placement: games of one block tell less than they would alone."""


@dataclass(frozen=True)
class Newcomer:
    version: int
    owner: int | None
    rating: float
    error: float = UNKNOWN_ERROR
    games: int = 0
    seconds: float = 0.0
    is_settled: bool = False
    """Its rating is not provisional any more, or further games cannot change that: it lost or won every one."""
    is_one_sided: bool = False
    """So far it lost or won every game."""


@dataclass(frozen=True)
class Pod:
    members: tuple[int, ...]
    """The newcomer first."""
    blocks: int


@dataclass(frozen=True)
class Table:
    """What does not depend on who is placed."""

    policy: RankPolicy
    pod_size: int
    games_per_block: int
    drafted: Mapping[int, int]
    """Blocks for which each version was called today."""


def next_batch(newcomer: Newcomer, opponents: Sequence[Candidate], table: Table) -> list[Pod]:
    """Empty: there are not enough opponents for a single pod, or none from whom it could be learned where it stands."""
    line_ups = _line_ups(newcomer, opponents, table)
    if not line_ups:
        return []
    worth = [_worth(newcomer, line_up, table.policy) for line_up in line_ups]
    gain = sum(worth[at] * _gain(newcomer, line_up, table.policy) for at, line_up in enumerate(line_ups)) / sum(worth)
    if _is_beyond_all(newcomer, gain):
        return []
    cost = sum(worth[at] * _seconds(newcomer, line_up) for at, line_up in enumerate(line_ups)) / sum(worth)
    blocks = _blocks(newcomer, gain, cost, table.games_per_block)
    shares = _shares(worth, blocks)
    return [
        Pod((newcomer.version, *(opponent.version for opponent in line_up)), share)
        for line_up, share in zip(line_ups, shares, strict=True)
        if share
    ]


def games_missing(newcomer: Newcomer, gain: float) -> int:
    """Games until the rating is not provisional any more, at this information per game."""
    target = needed(PROVISIONAL_STANDARD_ERROR * MARGIN)
    # What is known beforehand is a belief, not a result: only games bring the error down.
    known = (POINTS_PER_LOGIT / newcomer.error) ** 2 if newcomer.games else 0.0
    return max(PROVISIONAL_GAMES - newcomer.games, math.ceil((target - known) / max(gain, 1e-3)), 1)


def _is_beyond_all(newcomer: Newcomer, gain: float) -> bool:
    """It wins or loses nearly every game, and as many as it may play would not tell how far out it stands: the workers
    would be kept from those of whom it can be learned."""
    return newcomer.games >= END_GAMES and newcomer.games + games_missing(newcomer, gain) > MOST_GAMES


def _blocks(newcomer: Newcomer, gain: float, cost: float, games_per_block: int) -> int:
    games = float(games_missing(newcomer, gain))
    if newcomer.games == 0:
        games *= FIRST_SHARE
    elif newcomer.is_one_sided:  # either the next games end that, or it need not play thousands of them
        games = min(games, float(max(END_GAMES - newcomer.games, 1)))
    affordable = BATCH_SECONDS / (cost * games_per_block)
    return max(1, math.ceil(min(games / games_per_block, affordable)))


def _line_ups(newcomer: Newcomer, opponents: Sequence[Candidate], table: Table) -> list[tuple[Candidate, ...]]:
    """The best few, each led by another opponent, and filled up with whoever adds most per second."""
    able = [
        opponent
        for opponent in opponents
        if opponent.version != newcomer.version
        and (opponent.owner is None or opponent.owner != newcomer.owner)
        and (opponent.is_anchor or table.drafted.get(opponent.version, 0) < DRAFTED_BLOCKS)
    ]
    able.sort(key=lambda opponent: (-_worth(newcomer, (opponent,), table.policy), opponent.version))
    line_ups: dict[frozenset[int], tuple[Candidate, ...]] = {}
    for lead in able:
        if len(line_ups) == BATCH_PODS:
            break
        line_up = _filled(newcomer, lead, able, table)
        if line_up is not None:
            line_ups.setdefault(frozenset(opponent.version for opponent in line_up), line_up)
    return list(line_ups.values())


def _filled(
    newcomer: Newcomer, lead: Candidate, able: Sequence[Candidate], table: Table
) -> tuple[Candidate, ...] | None:
    line_up: tuple[Candidate, ...] = (lead,)
    while len(line_up) < table.pod_size - 1:
        owners = {opponent.owner for opponent in line_up if opponent.owner is not None}
        fitting = [opponent for opponent in able if opponent not in line_up and opponent.owner not in owners]
        if not fitting:
            return None
        best = max(fitting, key=lambda other: (_worth(newcomer, (*line_up, other), table.policy), -other.version))
        line_up += (best,)
    return line_up


def _gain(newcomer: Newcomer, line_up: Sequence[Candidate], policy: RankPolicy) -> float:
    """Information about the newcomer that one game against these opponents brings."""
    ratings = [opponent.rating for opponent in line_up]
    gain = information(policy, newcomer.rating, ratings, newcomer.error)
    # An opponent whose own rating is uncertain tells that much less, and the more the longer one plays against it.
    errors = [opponent.error / POINTS_PER_LOGIT for opponent in line_up if not opponent.is_anchor]
    doubt = sum(error**2 for error in errors) / len(line_up) ** 2
    return gain / (1.0 + doubt * gain * PROVISIONAL_GAMES / BATCH_PODS)


def _seconds(newcomer: Newcomer, line_up: Sequence[Candidate]) -> float:
    return newcomer.seconds + seconds(line_up)


def _worth(newcomer: Newcomer, line_up: Sequence[Candidate], policy: RankPolicy) -> float:
    return _gain(newcomer, line_up, policy) / _seconds(newcomer, line_up)


def _shares(worth: Sequence[float], blocks: int) -> list[int]:
    """Blocks in proportion to the worth; what rounding leaves goes to the best."""
    total = sum(worth)
    shares = [int(blocks * value / total) for value in worth]
    shares[worth.index(max(worth))] += blocks - sum(shares)
    return shares
