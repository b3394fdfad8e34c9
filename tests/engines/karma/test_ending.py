"""The turn cap, ranks and progress."""

import pytest

from engines import RankPolicy, variant
from engines.karma import position
from tests.engines.karma.helpers import do

NOTHING = ["", "", "", ""]


def capped(slug: str, hands: list[str]) -> list[int]:
    state = position(slug, hands=hands, up=NOTHING[: len(hands)], down=NOTHING[: len(hands)], draw=0, turn_number=1000)
    do(state, state.action_name(state.legal_actions()[0]))
    assert state.is_over()
    assert state.is_capped()
    return state.ranks()


def test_at_the_turn_cap_the_seat_with_the_most_cards_loses() -> None:
    assert capped("karma-3", ["1 2 3", "4 5 6 7", "8 9"]) == [1, 3, 1]


def test_at_the_turn_cap_several_may_lose_together() -> None:
    assert capped("karma-4", ["1 2 3", "4 5 6", "8 9 10", "11"]) == [1, 3, 3, 1]


def test_at_the_turn_cap_equal_hands_are_a_draw() -> None:
    assert capped("karma-3", ["1 2 3", "4 5", "8 9"]) == [1, 1, 1]


def test_the_999th_turn_is_not_the_last() -> None:
    state = position("karma-3", hands=["1 2 3", "4 5 6", "7 8 9"], turn_number=999)
    do(state, "play 1")
    assert not state.is_over()
    assert state.view(0)["turn"] == 1000


def test_who_goes_out_in_the_last_turn_is_out() -> None:
    state = position("karma-2", hands=["1", "4 5"], up=["", ""], down=["", ""], draw=0, turn_number=1000)
    state.play(0, state.legal_actions()[0])
    assert state.is_over()
    assert not state.is_capped()
    assert state.ranks() == [1, 2]


@pytest.mark.parametrize(("slug", "ranks"), [("karma-4", [1, 1, 1, 4]), ("karma-4+fullOrder", [3, 1, 2, 4])])
def test_progress_is_the_order_of_going_out_and_fullorder_ranks_by_it(slug: str, ranks: list[int]) -> None:
    state = position(slug, hands=["16", "", "", "1 2"], up=NOTHING, down=NOTHING, draw=0, out=[1, 2])
    state.play(0, state.legal_actions()[0])
    assert state.progress() == [[1, 0], [3, 0], [2, 0], [0, -2]]
    assert state.ranks() == ranks


def test_who_is_brought_back_goes_out_later() -> None:
    state = position("karma-3", hands=["G 5", "", "8 8"], up=NOTHING[:3], down=NOTHING[:3], pile="7 8", draw=0)
    assert state.progress()[1] == [2, 0]
    do(state, "play G")
    do(state, "give the pile to seat 1")
    assert state.progress() == [[0, -1], [0, -2], [0, -2]]


def test_the_rank_policy_follows_the_option() -> None:
    assert variant("karma-4").rank_policy is RankPolicy.LAST_LOSES
    assert variant("karma-4+fullOrder").rank_policy is RankPolicy.FULL_ORDER


def test_options_are_spelt_one_way() -> None:
    assert variant("karma-4+foresight") == variant("karma-4-foresight")
    assert variant("karma-4-foresight+foresight=0") == variant("karma-4")
    assert variant("karma-4+strictFollowUp=1").slug == "karma-4+strictFollowUp"
