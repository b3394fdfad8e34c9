"""Ranks when bots fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import RankPolicy, Variant
from referee.ranking import final_ranks, goes_on_after

FIRST, LAST, FULL = RankPolicy.FIRST_WINS, RankPolicy.LAST_LOSES, RankPolicy.FULL_ORDER


@pytest.mark.parametrize(
    ("engine_ranks", "failed", "ranks"),
    [
        ([1, 2, 2, 2], set(), [1, 2, 2, 2]),
        ([1, 2, 2, 2], {2}, [1, 2, 4, 2]),
        ([2, 2, 1, 2], {2}, [1, 1, 4, 1]),  # the stand-in won: the others share the first place
        ([2, 2, 1, 2], {0, 2}, [3, 1, 3, 1]),
        ([1, 2, 2, 2], {1, 2}, [1, 3, 3, 2]),
        ([1, 1, 3, 3], {0}, [4, 1, 2, 2]),  # a shared first place at the turn cap
        (None, {1}, [1, 4, 1, 1]),
        (None, {0, 1, 2, 3}, [1, 1, 1, 1]),
        ([1, 2, 3, 4], {0}, [4, 1, 2, 3]),  # finishing order
    ],
)
def test_failed_sides_go_last_and_the_others_keep_their_order(
    engine_ranks: list[int] | None, failed: set[int], ranks: list[int]
) -> None:
    assert final_ranks(engine_ranks, 4, failed) == ranks


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.sets(st.integers(0, 5)))
def test_ranks_are_always_competition_ranks(engine_ranks: list[int], failed: set[int]) -> None:
    ranks = final_ranks(engine_ranks, len(engine_ranks), failed)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


@pytest.mark.parametrize(
    ("sides", "policy", "failed", "goes_on"),
    [
        (2, FIRST, {0}, False),
        (2, LAST, {1}, False),
        (4, LAST, {1}, False),
        (3, FIRST, {1}, True),
        (3, FULL, {1}, True),
        (3, FIRST, {0, 1}, False),
        (4, FIRST, {0, 1}, True),
        (4, FIRST, set(), True),
        (2, FIRST, set(), True),
    ],
)
def test_a_house_bot_plays_on_only_where_something_is_left_to_decide(
    sides: int, policy: RankPolicy, failed: set[int], goes_on: bool
) -> None:
    variant = Variant("toy", "toy", "Toy", sides, tuple((seat,) for seat in range(sides)), policy)
    assert goes_on_after(variant, failed) is goes_on
