"""The decided points of the rules page that no scenario covers."""

import pytest

from engines.errors import IllegalActionError
from engines.karma import position
from engines.karma.actions import TAKE
from tests.engines.karma.helpers import box, do, hand, hand_size, is_out, options, pile, up


def test_a_t_as_follow_up_asks_for_another_card() -> None:
    state = position("karma-3", hands=["T 2 9"], up=["T 10 11"], pile="16")
    do(state, "play T")
    do(state, "play T from the table")
    assert state.decision() == "FOLLOW_UP"
    assert options(state) == ["play 10 from the table", "play 11 from the table"]


def test_three_t_clear_and_ask_for_nothing() -> None:
    state = position("karma-3", hands=["T 2 9"], up=["10 11 12"], pile="5 T T")
    do(state, "play T")
    assert (pile(state), state.actor(), state.decision()) == ("", 0, "MAIN")
    assert options(state) == ["play 2", "play 9"]
    assert up(state, 0) == "10 11 12"


def test_the_pile_cannot_be_taken_instead_of_a_follow_up() -> None:
    state = position("karma-3", hands=["T 2 9"], up=["1 10 11"], pile="16")
    do(state, "play T")
    with pytest.raises(IllegalActionError):
        state.play(0, TAKE)


def test_without_face_up_cards_the_follow_up_is_a_flip() -> None:
    state = position("karma-3", hands=["T 2 9"], up=[""], down=["- 3 4"], pile="16", draw=8)
    do(state, "play T")
    assert options(state) == ["flip slot 1", "flip slot 2"]
    do(state, "flip slot 1")
    assert pile(state) == "16 T 3"
    assert state.view(0)["draw"] == 7


def test_a_g_as_follow_up_gives_the_pile_with_the_t() -> None:
    state = position("karma-3", hands=["T 2 9"], up=["G 10 11"], pile="16", draw=9)
    do(state, "play T")
    do(state, "play G from the table")
    assert state.decision() == "GIVE_TO"
    do(state, "give the pile to seat 1")
    assert hand_size(state, 1) == 5
    assert "16" in state.view(2)["seats"][1]["known"]


def test_a_t_between_equal_numbers_breaks_the_row() -> None:
    state = position("karma-3", hands=["7 7 9"], pile="7 T")
    do(state, "play 7 x2")
    assert pile(state) == "7 T 7 7"


def test_a_card_moved_by_bottoms_up_can_complete_the_row() -> None:
    state = position("karma-3", hands=["B 4 9"], pile="B 5 B", draw=9)
    do(state, "play B")
    assert pile(state) == ""
    assert (state.actor(), state.decision()) == (0, "MAIN")


def test_a_row_of_three_b_clears_before_the_bottom_card_moves() -> None:
    state = position("karma-3", hands=["B 4 9"], pile="5 B B", draw=9)
    do(state, "play B")
    assert (pile(state), state.actor()) == ("", 0)


def test_two_b_move_one_card_only() -> None:
    state = position("karma-3", hands=["B B 9"], pile="4 5 6")
    do(state, "play B x2")
    assert pile(state) == "5 6 B B 4"


def test_a_second_clear_in_one_turn_starts_again() -> None:
    state = position("karma-3", hands=["12 12 12"], pile="3", draw="8 8 8 1 2 3 4 5")
    do(state, "play 12 x3")
    do(state, "play 8 x3")
    assert (hand(state, 0), state.actor()) == ("1 2 3", 0)
    do(state, "play 1")
    assert hand(state, 0) == "2 3 4"


def test_a_clear_with_the_very_last_card_passes_the_turn() -> None:
    state = position("karma-3", hands=["9"], up=[""], down=[""], pile="9 9", draw=0)
    do(state, "play 9")
    assert is_out(state, 0)
    assert (state.actor(), pile(state)) == (1, "")


def test_a_flip_may_complete_a_row() -> None:
    state = position("karma-3", hands=[""], up=[""], down=["9 2 3"], pile="9 9", draw=0)
    do(state, "flip slot 0")
    assert (pile(state), state.actor()) == ("", 0)
    assert options(state) == ["flip slot 1", "flip slot 2"]


def test_a_flipped_g_gives_the_pile() -> None:
    state = position("karma-3", hands=[""], up=[""], down=["G 2 3"], pile="9", draw=0)
    do(state, "flip slot 0")
    assert state.decision() == "GIVE_TO"


def test_the_pile_may_be_taken_instead_of_a_flip() -> None:
    state = position("karma-3", hands=[""], up=[""], down=["1 2 3"], pile="9", draw=0)
    do(state, "take the pile")
    assert hand(state, 0) == "9"
    assert state.view(1)["seats"][0]["down"] == [0, 1, 2]


def test_with_two_seats_g_needs_no_choice() -> None:
    state = position("karma-2", hands=["G 5 6"], pile="3 7", draw=9)
    before = hand_size(state, 1)
    do(state, "play G")
    assert (state.decision(), state.actor()) == ("MAIN", 1)
    assert hand_size(state, 1) == before + 2


@pytest.mark.parametrize(("receiver", "over"), [(1, True), (2, False)])
def test_a_g_as_last_card_ends_or_prolongs_the_game(receiver: int, over: bool) -> None:
    nothing = ["", "", ""]
    state = position("karma-3", hands=["G", "4 5", ""], up=nothing, down=nothing, pile="9", draw=0)
    do(state, "play G")
    do(state, f"give the pile to seat {receiver}")
    assert state.is_over() == over
    assert is_out(state, 0)


def test_being_given_a_pile_gives_no_draw() -> None:
    state = position("karma-3", hands=["G 5 6"], pile="3 7", draw=9)
    do(state, "play G")
    size = hand_size(state, 2)
    do(state, "give the pile to seat 2")
    assert hand_size(state, 2) == size + 2
    assert state.view(0)["draw"] == 8, "only the giver has drawn, one card for the G"


def test_t_as_the_only_card_draws_when_there_is_something_to_draw() -> None:
    state = position("karma-3", hands=["T T 9"], up=[""], down=[""], pile="", draw="1 2 3 4 5")
    do(state, "play T x2")  # the 9 is the only follow-up and lies on T at once
    assert (pile(state), hand(state, 0)) == ("T T 9", "1 2 3")
    assert not is_out(state, 0)


def test_more_than_three_hand_cards_draw_nothing() -> None:
    state = position("karma-3", hands=["1 2 3 4 5"], draw=9)
    do(state, "play 1")
    assert (hand_size(state, 0), state.view(0)["draw"]) == (4, 9)


def test_cards_taken_from_the_pile_stay_known_until_they_are_played() -> None:
    state = position("karma-3", hands=["9 10 11"], pile="2 2 12", draw=12)
    do(state, "take the pile")
    assert state.view(2)["seats"][0]["known"] == ["2", "2", "12"]
    state = position("karma-3", hands=["2 2 12 12 9"], known=["2 2 12"], pile="", draw=12)
    do(state, "play 12 x2")
    assert state.view(2)["seats"][0]["known"] == ["2", "2"]
    assert box(state)
