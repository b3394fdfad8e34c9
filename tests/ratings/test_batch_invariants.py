"""What must hold for every set of games, to the last bit where order must not matter."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import logsumexp, softmax

from engines.variants import RankPolicy
from referee.points import competition_ranks
from referee.ratings.fit import choices, likelihood
from referee.ratings.fit.batch import BatchFit, fit
from referee.ratings.fit.columns import distinct_rows, gather, merged_rows
from referee.ratings.fit.counts import count
from referee.ratings.fit.stages import UNITS
from referee.ratings.games import Entrant, RatedGame
from tests.patience import PATIENCE_S
from tests.ratings.tools import FIRST, LAST, shifted, simulated


@st.composite
def games_of_a_pool(draw: st.DrawFn) -> list[RatedGame]:
    """Solo games, pairs, one against two and faults, with and without blocks, all in one pool."""
    games = []
    for _ in range(draw(st.integers(1, 14))):
        policy = draw(st.sampled_from(list(RankPolicy)))
        sizes = draw(st.sampled_from([(1, 1), (1, 1, 1), (1, 1, 1, 1), (2, 2), (1, 2)]))
        names = draw(st.permutations("abcdefg"))
        sides = tuple(tuple(names[2 * at : 2 * at + size]) for at, size in enumerate(sizes)) if max(sizes) > 1 else None
        sides = sides or tuple((name,) for name in names[: len(sizes)])
        ranks = competition_ranks(draw(st.lists(st.integers(0, 3), min_size=len(sizes), max_size=len(sizes))))
        block = draw(st.sampled_from([None, None, 1, 2, "x"]))
        roles = ("single", "") if sizes == (1, 2) else ()
        games.append(RatedGame(policy, sides, ranks, block, draw(st.booleans()), roles))
    return games


def bits(found: BatchFit) -> list[tuple[object, str, str]]:
    return [(line.entrant, line.rating.hex(), line.standard_error.hex()) for line in found.ratings]


@settings(deadline=None, max_examples=30)
@given(games_of_a_pool(), st.randoms(use_true_random=False))
def test_any_order_of_games_gives_the_same_doubles(games: list[RatedGame], rng: random.Random) -> None:
    mixed = rng.sample(games, len(games))
    assert bits(fit(mixed)) == bits(fit(games))


@settings(deadline=None, max_examples=30)
@given(games_of_a_pool(), st.integers(1, 5))
def test_counting_in_pieces_gives_the_same_doubles(games: list[RatedGame], piece: int) -> None:
    whole = fit(games)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "PIECE", piece)
        assert bits(fit(games)) == bits(whole)


@pytest.mark.parametrize("policy", list(RankPolicy))
def test_any_order_of_many_games_gives_the_same_doubles(policy: RankPolicy) -> None:
    games = simulated(list(np.linspace(-1, 1, 30)), 300, 4, policy, seed=1)
    reference = fit(games, {0: 1500.0})
    mixed = fit(random.Random(2).sample(games, len(games)), {0: 1500.0})
    assert bits(mixed) == bits(reference)
    drawn = fit(games, {0: 1500.0}, dense_limit=5)
    assert bits(fit(random.Random(3).sample(games, len(games)), {0: 1500.0}, dense_limit=5)) == bits(drawn)


@settings(deadline=None, max_examples=30)
@given(games_of_a_pool(), st.permutations("abcdefg"))
def test_names_do_not_matter(games: list[RatedGame], names: list[str]) -> None:
    new = dict(zip("abcdefg", names, strict=True))
    renamed = [game._replace(sides=tuple(tuple(new[str(m)] for m in side) for side in game.sides)) for game in games]
    anchors: dict[Entrant, float] = dict.fromkeys("abcdefg", 1500.0)
    found, other = fit(games, anchors), fit(renamed, anchors)
    for line in found.ratings:
        assert other[new[str(line.entrant)]].rating == pytest.approx(line.rating, abs=1e-6)
        # The root of a rounding error of 1e-12 is 1e-6.
        assert other[new[str(line.entrant)]].standard_error == pytest.approx(line.standard_error, abs=1e-4)


@settings(deadline=None, max_examples=30)
@given(games_of_a_pool(), st.floats(-500, 500))
def test_shifting_the_anchors_shifts_everybody(games: list[RatedGame], by: float) -> None:
    anchors: dict[Entrant, float] = {"a": 1500.0, "b": 1620.0}
    found, other = fit(games, anchors), fit(games, shifted(anchors, by))
    for line in found.ratings:
        assert other[line.entrant].rating == pytest.approx(line.rating + by, abs=1e-6)
        assert other[line.entrant].standard_error == line.standard_error


@settings(deadline=None, max_examples=20)
@given(games_of_a_pool())
def test_losers_and_winners_are_mirror_images_at_two_sides(games: list[RatedGame]) -> None:
    duels = [game._replace(fault=False) for game in games if len(game.sides) == 2]
    by_winner = fit([game._replace(policy=FIRST) for game in duels])
    by_loser = fit([game._replace(policy=LAST) for game in duels])
    for line in by_winner.ratings:
        assert by_loser[line.entrant].rating == pytest.approx(line.rating, abs=1e-6)


def copies(games: list[RatedGame], times: int) -> list[RatedGame]:
    return [game._replace(block=f"{copy}/{game.block}") for copy in range(times) for game in games]


@pytest.mark.parametrize("policy", list(RankPolicy))
def test_intervals_shrink_with_the_root_of_the_blocks(policy: RankPolicy) -> None:
    games = simulated([0.6, 0.2, 0.0, -0.3, -0.5], 80, 4, policy, seed=2)
    once, nine = fit(games, {2: 1500.0}, alpha=0), fit(copies(games, 9), {2: 1500.0}, alpha=0)
    for line in once.ratings:
        assert nine[line.entrant].standard_error == pytest.approx(line.standard_error / 3, rel=0.01, abs=1e-6)
        assert nine[line.entrant].rating == pytest.approx(line.rating, abs=1e-6)


def test_copies_inside_a_block_do_not_shrink_intervals() -> None:
    games = simulated([0.6, 0.2, 0.0, -0.3], 80, 4, FIRST, seed=2)
    once, double = fit(games, {2: 1500.0}, alpha=0), fit(games + games, {2: 1500.0}, alpha=0)
    assert double[0].standard_error == pytest.approx(once[0].standard_error)


def test_mirrored_self_play_is_1500_within_its_interval() -> None:
    games = simulated([0.0] * 6, 400, 4, LAST, seed=4, luck=1.0)
    for line in fit(games).ratings:
        assert abs(line.rating - 1500) < 3 * line.standard_error


def test_ratings_do_not_depend_on_how_the_work_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    games = simulated(list(np.linspace(-1, 1, 20)), 200, 4, FIRST, seed=6)
    whole = fit(games)
    monkeypatch.setattr(likelihood, "CHUNK", 7)
    for line in fit(games).ratings:
        assert whole[line.entrant].rating == pytest.approx(line.rating, abs=1e-8)


@pytest.mark.parametrize("policy", [FIRST, LAST])
@pytest.mark.parametrize("apart", [0.3, 200.0, 900.0])
def test_chances_and_likelihood_are_those_of_the_model_however_far_apart_strengths_are(
    policy: RankPolicy, apart: float
) -> None:
    """Farther than doubles reach, too: a step of the climb may go there."""
    counts = count(gather(simulated([0.0] * 5, 40, 4, policy, seed=3)))
    parameters = apart * np.linspace(-1, 1, 5)
    point = likelihood.Likelihood(counts.choices, counts.sides.matrix(), np.zeros(5)).at(parameters)
    total = 0.0
    for table, chances in zip(counts.choices, point.chances, strict=True):
        signed = table.sign * parameters[table.sets]
        assert pytest.approx(softmax(signed, axis=1), rel=1e-12, abs=1e-300) == chances.T
        total += float((table.weights / UNITS * (signed - logsumexp(signed, axis=1, keepdims=True))).sum())
    assert point.value() == pytest.approx(total, rel=1e-9)


@given(st.lists(st.tuples(*[st.integers(0, 10**9)] * 6), min_size=1, max_size=30))
def test_distinct_rows_equal_those_of_numpy_even_when_they_do_not_fit_one_integer(rows: list[tuple[int, ...]]) -> None:
    table = np.array(rows + rows[:3], dtype=np.int64)
    distinct, inverse = distinct_rows(table)
    assert np.array_equal(distinct, np.unique(table, axis=0))
    assert np.array_equal(distinct[inverse], table)


@given(
    st.sampled_from([3, 40, 10**9]).flatmap(
        lambda most: st.tuples(*[st.lists(st.tuples(*[st.integers(0, most)] * 4), max_size=30)] * 2)
    )
)
def test_merged_rows_are_the_distinct_ones_of_both(parts: tuple[list[tuple[int, ...]], list[tuple[int, ...]]]) -> None:
    one, other = (np.unique(np.array(rows, dtype=np.int32).reshape(-1, 4), axis=0) for rows in parts)
    merged, places, others = merged_rows(one, other)
    assert np.array_equal(merged, np.unique(np.concatenate([one, other]), axis=0))
    assert np.array_equal(merged[places], one)
    assert np.array_equal(merged[others], other)
    assert merged.dtype == one.dtype


def test_the_number_of_cores_does_not_change_a_double() -> None:
    """A child process with one thread of linear algebra and one with four give the same bytes."""
    code = (
        "import numpy as np; from referee.ratings.fit.batch import fit\n"
        "from tests.ratings.tools import FIRST, simulated\n"
        "found = fit(simulated(list(np.linspace(-1, 1, 300)), 600, 4, FIRST, seed=1), {0: 1500.0})\n"
        "print([(line.rating.hex(), line.standard_error.hex()) for line in found.ratings])"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True, text=True, check=True, timeout=PATIENCE_S, cwd=Path(__file__).parents[2],
        ).stdout
        for threads in ("1", "4")
    ]  # fmt: skip
    assert len(printed[0]) > 1000
    assert printed[0] == printed[1]
