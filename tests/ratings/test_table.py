"""Games in columns: the same ratings to the last bit, and the same figures as counting them one by one."""

from collections import defaultdict

import numpy as np
import pytest

from arena.ratings.leaderboard.sums import sums_of
from arena.ratings.leaderboard.tally import tally
from engines.variants import RankPolicy
from referee.points import points
from referee.ratings.elo.live import expected_points_of
from referee.ratings.fit.batch import BatchFit, fit, fit_columns
from referee.ratings.fit.columns import of_tables
from referee.ratings.games import RatedGame
from referee.ratings.scale import CENTRE
from tests.ratings.tools import FIRST, FULL, LAST, as_tables, simulated


def _wolf() -> list[RatedGame]:
    rng = np.random.default_rng(4)
    return [
        RatedGame(
            FIRST, ((one,), (other, other)), (1, 2) if rng.random() < 0.6 else (2, 1), block, roles=("single", "")
        )
        for block, (one, other) in enumerate(rng.integers(1, 9, size=(300, 2)).tolist())
        if one != other
    ]


def _pairs() -> list[RatedGame]:
    rng = np.random.default_rng(5)
    tables = [rng.permutation(8)[:4].tolist() for _ in range(200)]
    return [
        RatedGame(FIRST, ((a, b), (c, d)), (1, 2) if rng.random() < 0.5 else (2, 1), block)
        for block, (a, b, c, d) in enumerate(tables)
    ]


def _with_faults(policy: RankPolicy) -> list[RatedGame]:
    games = simulated([0.5, 0.2, 0.0, -0.2, -0.5], 60, 3, policy, seed=3)
    return [game._replace(fault=True, ranks=(1, 1, 3)) if place % 7 == 0 else game for place, game in enumerate(games)]


SEASONS = {
    "first wins": _with_faults(FIRST),
    "last loses": _with_faults(LAST),
    "full order": _with_faults(FULL),
    "wolf": _wolf(),
    "pairs": _pairs(),
}


def _doubles(found: BatchFit) -> tuple[object, ...]:
    lines = [(line.entrant, line.rating.hex(), line.standard_error.hex(), line.blocks) for line in found.ratings]
    return lines, [line.games for line in found.ratings], found.roles, found.gain


@pytest.mark.parametrize("name", SEASONS)
def test_a_fit_of_columns_has_the_bits_of_a_fit_of_games(name: str) -> None:
    games = SEASONS[name]
    assert _doubles(fit_columns(of_tables(as_tables(games)), {1: 1500.0})) == _doubles(fit(games, {1: 1500.0}))


@pytest.mark.parametrize("name", SEASONS)
def test_figures_are_those_of_counting_games_one_by_one(name: str) -> None:
    games = SEASONS[name]
    found = fit(games, {1: 1500.0})
    ratings = {line.entrant: line.rating for line in found.ratings}
    offsets = {role.role: role.offset for role in found.roles}
    sums: dict[int, list[float]] = defaultdict(lambda: [0, 0.0, 0.0, 0])
    last: dict[int, int] = {}
    blocks: dict[int, set[object]] = defaultdict(set)
    for seq, game in enumerate(games, 1):
        worth = [np.mean([ratings.get(member, CENTRE) for member in side]) for side in game.sides]
        worth = [side + offsets.get(role, 0.0) for side, role in zip(worth, game.roles or ("",) * 9, strict=False)]
        hopes = expected_points_of(game.policy, np.array([worth]))[0]
        for side, rank, got, hope in zip(game.sides, game.ranks, points(game.ranks), hopes, strict=True):
            for member in {int(member) for member in side}:
                line = sums[member]
                line[0] += 1
                line[1] += float(got)
                line[2] += float(hope)
                line[3] += game.fault and rank == max(game.ranks)
                last[member] = 10_000 + seq
                blocks[member].add(game.block)
    summed = sums_of(as_tables(games))
    tallies = tally(summed.figures, summed.counts, found)
    assert tallies.keys() == sums.keys()
    for member, counted in tallies.items():
        assert [counted.games, counted.points, counted.expected, counted.faults] == pytest.approx(sums[member])
        assert (counted.last_game, counted.blocks) == (last[member], len(blocks[member]))


def test_no_games_give_no_lines() -> None:
    nothing = sums_of([])
    assert tally(nothing.figures, nothing.counts, fit([])) == {}
    assert fit_columns(of_tables([])).ratings == ()


def test_what_was_taken_out_is_not_in_the_table() -> None:
    (table,) = as_tables(SEASONS["pairs"])
    assert len(table.without([10_001, 10_002]).rows) == len(table.rows) - 2
    assert table.without([]) is table
