"""A fit after one more period: counts add up exactly, and where the climb begins changes no bit."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.variants import RankPolicy
from referee.ratings.fit import newton
from referee.ratings.fit.batch import BatchFit, fit_counts
from referee.ratings.fit.columns import of_tables
from referee.ratings.fit.counts import Counts, count
from referee.ratings.games import BlockId, Entrant, RatedGame
from tests.ratings.test_batch_invariants import games_of_a_pool
from tests.ratings.tools import FIRST, FULL, LAST, as_tables, simulated

ANCHORS: dict[Entrant, float] = {0: 1500.0, ord("a"): 1500.0, ord("b"): 1600.0}


def counted(games: list[RatedGame]) -> Counts:
    return count(of_tables(as_tables(games)))


def bits(found: BatchFit) -> object:
    assert found.end is not None
    lines = [(line.entrant, line.rating.hex(), line.standard_error.hex(), line.margin.hex()) for line in found.ratings]
    return lines, found.unrated, found.roles, found.gain, found.end.parameters.tobytes()


def same(one: Counts, other: Counts) -> bool:
    """All numbers, in the same order."""
    arrays = [
        [each.blocks, each.games, each.blocks_played, *each.sides.others.values()]
        + [a for c in each.choices for a in (c.sets, c.weights, c.block, c.block_set, c.block_weights)]
        for each in (one, other)
    ]
    names = [
        (each.entrants, list(each.sides.others), [(c.arity, c.sign) for c in each.choices]) for each in (one, other)
    ]
    return names[0] == names[1] and all(map(np.array_equal, *arrays))


def numbered(games: list[RatedGame], by: int) -> list[RatedGame]:
    """In blocks of numbers, so that two periods have no block in common; ``as_tables`` numbers games without one."""
    blocks: dict[BlockId, BlockId] = {None: None, 1: by + 1, 2: by + 2, "x": by + 3}
    return [game._replace(block=blocks[game.block]) for game in games]


@settings(deadline=None, max_examples=60)
@given(games_of_a_pool(), games_of_a_pool(), st.booleans())
def test_two_periods_add_up_to_both_and_a_fit_may_begin_at_the_first(
    old: list[RatedGame], new: list[RatedGame], new_blocks_are_lower: bool
) -> None:
    old, new = numbered(old, 50), numbered(new, 10 if new_blocks_are_lower else 90)
    both = counted(old + new)
    # Games without a block are numbered by their place in the log, which the second period goes on with.
    later = count(of_tables([table.only(table.rows["seq"] > len(old)) for table in as_tables(old + new)]))
    before = counted(old)
    together = before.plus(later)
    assert together is not None
    assert same(together, both)
    warm = fit_counts(together, ANCHORS, before=fit_counts(before, ANCHORS).end)
    assert bits(warm) == bits(fit_counts(both, ANCHORS))


def test_games_of_one_block_in_two_periods_are_not_added() -> None:
    games = simulated([0.1, 0.0, -0.1], 6, 2, FIRST, seed=1)
    assert counted(games[:5]).plus(counted(games[5:])) is None
    assert counted(games[:6]).plus(counted(games[6:])) is not None


@pytest.mark.parametrize("policy", [FIRST, LAST, FULL])
@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("dense_limit", [2000, 10])
def test_a_log_that_grows_keeps_the_bits_of_a_fit_from_nothing(
    policy: RankPolicy, sides: int, dense_limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Period after period, with newcomers in the last one; few of them climb from zero again."""
    climbs: list[object] = []
    climb = newton._climbed

    def watched(*given: Any) -> Any:
        climbs.append(given)
        return climb(*given)

    monkeypatch.setattr(newton, "_climbed", watched)
    games = simulated(list(np.linspace(-1, 1, 40)), 480, sides, policy, seed=sides)
    games += [game._replace(block=500, sides=((99,), *game.sides[1:])) for game in games[:sides]]
    cuts = [400 * sides, 405 * sides, 440 * sides, len(games)]
    counts = counted(games[: cuts[0]])
    found = fit_counts(counts, ANCHORS, dense_limit=dense_limit)
    for start, end in pairwise(cuts):
        more = counts.plus(counted(games[start:end]))
        assert more is not None
        counts = more
        found = fit_counts(counts, ANCHORS, dense_limit=dense_limit, before=found.end)
        warm = len(climbs)
        assert bits(found) == bits(fit_counts(counted(games[:end]), ANCHORS, dense_limit=dense_limit))
        assert len(climbs) == warm + 1
    assert warm <= 4  # the first fit, two of the three comparisons, and at most one that was not sure


def test_a_start_in_doubt_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    games = simulated([0.5, 0.0, -0.5], 60, 2, FIRST, seed=3)
    before = fit_counts(counted(games[:100]), ANCHORS).end
    reference = bits(fit_counts(counted(games), ANCHORS))
    monkeypatch.setattr(newton, "is_clear", lambda parameters: False)
    assert bits(fit_counts(counted(games), ANCHORS, before=before)) == reference


def test_parameters_near_the_middle_of_two_points_are_in_doubt() -> None:
    grid = newton.GRID
    assert newton.is_clear(np.array([0.0, 3.2, -1.7 * grid, 5 * grid]))
    for value in (0.5 * grid, -2.5 * grid + newton.NEAR / 2, 7.5 * grid - newton.NEAR / 2):
        assert not newton.is_clear(np.array([0.0, value]))
