import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.errors import RatingInputError
from arena.ratings.series import best_of, games_for_confidence, games_to_separate, replay_gain

LENGTHS = (1, 3, 5, 7, 21, 51, 101, 201)


@pytest.mark.parametrize(
    ("chance", "row"),
    [
        (0.52, [0.520, 0.530, 0.5375, 0.5437, 0.5736, 0.6130, 0.6566, 0.7150]),
        (0.55, [0.550, 0.5748, 0.5931, 0.6083, 0.6790, 0.7641, 0.8438, 0.9226]),
        (0.60, [0.600, 0.6480, 0.6826, 0.7102, 0.8256, 0.9265, 0.9791, 0.9979]),
    ],
)
def test_section_4_chance_to_win_best_of(chance: float, row: list[float]) -> None:
    assert [round(best_of(chance, games), 4) for games in LENGTHS] == row


@pytest.mark.parametrize(("chance", "games"), [(0.52, 1027), (0.55, 163), (0.60, 41)])
def test_section_4_games_for_ninety_percent(chance: float, games: int) -> None:
    assert games_for_confidence(chance, 0.9) == games
    assert best_of(chance, games) >= 0.9 > best_of(chance, games - 2)


@pytest.mark.parametrize(
    ("sides", "row"),
    [
        (2, [741, 185, 46, 11]),
        (3, [834, 208, 51, 12]),
        (4, [988, 246, 61, 14]),
        (6, [1334, 332, 82, 19]),
    ],
)
def test_section_4_games_until_equality_is_excluded(sides: int, row: list[int]) -> None:
    assert [games_to_separate(sides, points) for points in (25, 50, 100, 200)] == row


@given(st.floats(0, 1), st.integers(0, 40))
def test_best_of_equals_the_sum_over_all_results(chance: float, half: int) -> None:
    games = 2 * half + 1
    wins = range(half + 1, games + 1)
    total = math.fsum(math.comb(games, won) * chance**won * (1 - chance) ** (games - won) for won in wins)
    assert best_of(chance, games) == pytest.approx(total, abs=1e-9)


def test_replaying_deals_gains_nothing_when_games_are_independent() -> None:
    blocks = [[a, b] for a in (0, 1) for b in (0, 1)]
    assert replay_gain(blocks) == 1.0


@pytest.mark.parametrize(("chance", "games"), [(-0.1, 3), (1.1, 3), (0.5, 4), (0.5, 0)])
def test_best_of_refuses_impossible_series(chance: float, games: int) -> None:
    with pytest.raises(RatingInputError):
        best_of(chance, games)


@pytest.mark.parametrize(("chance", "confidence"), [(0.5, 0.9), (1.0, 0.9), (0.6, 1.0), (0.6, 0.3)])
def test_confidence_refuses_what_no_length_can_give(chance: float, confidence: float) -> None:
    with pytest.raises(RatingInputError, match="better entrant"):
        games_for_confidence(chance, confidence)


@pytest.mark.parametrize(("sides", "points"), [(1, 50.0), (13, 50.0), (2, 0.0), (2, math.inf), (2, math.nan)])
def test_separation_refuses_equals_and_odd_tables(sides: int, points: float) -> None:
    with pytest.raises(RatingInputError):
        games_to_separate(sides, points)


@pytest.mark.parametrize("blocks", [[], [[1.0, 0.0]], [[1.0], [1.0, 0.0]], [[], []]])
def test_luck_cannot_be_measured_without_comparable_blocks(blocks: list[list[float]]) -> None:
    with pytest.raises(RatingInputError, match="two or more blocks"):
        replay_gain(blocks)


def test_luck_cannot_be_measured_when_every_block_scores_the_same() -> None:
    with pytest.raises(RatingInputError, match="add blocks"):
        replay_gain([[1, 0], [0, 1]])
