"""Short scenarios: setup, what fits, sets, clears."""

import pytest

from engines import Deal, new_game
from engines.errors import IllegalActionError
from engines.karma import position
from engines.karma.actions import TAKE
from tests.engines.karma.helpers import box, do, hand, hand_size, options, pile, up


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_after_choosing_everyone_has_nine_cards_and_the_rest_is_to_be_drawn(seats: int) -> None:
    state = new_game(f"karma-{seats}", Deal.from_text("everyone has nine cards"), first_seat=0)
    for seat in range(seats):
        assert state.decision() == "CHOOSE_UP"
        state.play(seat, state.legal_actions(seat)[0])
    view = state.view(-1)
    assert [(entry["hand"], len(entry["up"]), entry["down"]) for entry in view["seats"]] == [(3, 3, [0, 1, 2])] * seats
    assert view["draw"] == 60 - 9 * seats
    assert view["pile"] == view["box"] == []
    assert (state.decision(), state.actor()) == ("MAIN", 0)


def test_only_cards_from_the_top_card_upwards_fit() -> None:
    state = position("karma-3", hands=["8 9 12"], pile="9")
    assert options(state) == ["play 9", "play 12", "take the pile"]
    eight = 3 * 7
    assert state.action_name(eight) == "play 8"
    with pytest.raises(IllegalActionError, match="play 8"):
        state.play(0, eight)


def test_two_equal_cards_are_played_together_and_replaced() -> None:
    state = position("karma-3", hands=["12 12 3"], pile="7", draw=10)
    do(state, "play 12 x2")
    assert pile(state) == "7 12 12"
    assert hand_size(state, 0) == 3
    assert state.view(0)["draw"] == 8


def test_a_set_may_open_a_pile() -> None:
    state = position("karma-3", hands=["4 4 10"])
    do(state, "play 4 x2")
    assert pile(state) == "4 4"


def test_who_clears_starts_again_before_drawing() -> None:
    state = position("karma-3", hands={1: "14 14 6"}, pile="14", draw=9, turn=1)
    before = box(state).split().count("14")
    do(state, "play 14 x2")
    # The 6 is the only card and must be played at once: a decision without a choice is not asked.
    assert box(state).split().count("14") == before + 3
    assert pile(state) == "6"
    assert hand_size(state, 1) == 3
    assert state.view(1)["draw"] == 6
    assert state.actor() == 2


def test_with_two_cards_left_the_new_start_is_asked_before_drawing() -> None:
    state = position("karma-3", hands={1: "14 14 6 7"}, pile="14", draw=9, turn=1)
    do(state, "play 14 x2")
    assert (state.actor(), state.decision(), hand(state, 1)) == (1, "MAIN", "6 7")
    assert options(state) == ["play 6", "play 7"]
    assert state.view(1)["draw"] == 9


def test_a_clear_with_the_last_hand_cards_draws_three_first() -> None:
    state = position(
        "karma-3", hands=["12 12 12"], pile="3", draw="5 6 8 9 10 11" + " 13 14 15 16 1 2 3 4" + " 5 6 8 9 10 11"
    )
    do(state, "play 12 x3")
    assert (state.actor(), pile(state), hand(state, 0)) == (0, "", "5 6 8")
    assert options(state) == ["play 5", "play 6", "play 8"]
    do(state, "play 6")
    assert hand(state, 0) == "5 8 9"
    assert state.view(0)["draw"] == 16
    assert state.actor() == 1


def test_after_f_only_one_to_five_and_karma_cards_fit() -> None:
    state = position("karma-3", hands=["F 3 4", "5 6 G"], pile="13")
    do(state, "play F")
    assert state.actor() == 1
    assert options(state) == ["play 5", "play G", "take the pile"]


def test_a_number_on_f_rules_the_next_play() -> None:
    state = position("karma-3", hands=["2 9 9", "1 2 T"], pile="13 F")
    do(state, "play 2")
    assert options(state) == ["play 2", "play T", "take the pile"]


def test_the_pile_may_be_taken_although_a_card_fits() -> None:
    state = position("karma-3", hands=["9 10 11"], pile="2 2", draw=12)
    do(state, "take the pile")
    assert hand(state, 0) == "2 2 9 10 11"
    assert state.view(0)["draw"] == 12
    assert (state.actor(), pile(state)) == (1, "")


def test_an_empty_pile_cannot_be_taken() -> None:
    state = position("karma-3", hands=["9 10 11"])
    with pytest.raises(IllegalActionError, match="take the pile"):
        state.play(0, TAKE)
    assert options(state) == ["play 9", "play 10", "play 11"]


def test_table_cards_are_barred_while_a_hand_card_is_left() -> None:
    state = position("karma-3", hands=["5"], up=["9 9 2"], pile="9", draw=0)
    assert options(state) == ["take the pile"]


def test_a_hand_in_which_nothing_fits_is_asked_like_any_other() -> None:
    state = position("karma-3", hands=["5"], up=["9 9 2"], pile="9", draw=0, settle=True)
    assert (state.actor(), options(state)) == (0, ["take the pile"])


def test_a_hand_that_everybody_saw_taken_and_in_which_nothing_fits_takes_without_a_question() -> None:
    state = position("karma-3", hands=["5 6"], known=["5 6"], up=["9 9 2"], pile="9", draw=0, settle=True)
    assert (state.actor(), hand(state, 0), pile(state)) == (1, "5 6 9", "")


def test_a_hand_that_is_known_but_for_one_card_is_asked() -> None:
    state = position("karma-3", hands=["5 6"], known=["6"], up=["9 9 2"], pile="9", draw=0, settle=True)
    assert (state.actor(), options(state)) == (0, ["take the pile"])


def test_a_single_hand_card_opens_a_pile_without_a_question() -> None:
    state = position("karma-3", hands=["5"], up=["9 9 2"], pile="", draw=0, settle=True)
    assert (state.actor(), pile(state)) == (1, "5")


def test_face_up_cards_of_which_none_fits_take_the_pile_without_a_question() -> None:
    state = position("karma-3", hands=[""], up=["2 3 4"], pile="9", draw=0, settle=True)
    assert (state.actor(), hand(state, 0)) == (1, "9")


def test_face_up_cards_clear_and_their_seat_starts_again() -> None:
    state = position("karma-3", hands=[""], up=["9 9 2"], pile="9", draw=0)
    assert options(state) == ["play 9 from the table", "play 9 x2 from the table", "take the pile"]
    do(state, "play 9 x2 from the table")
    assert (pile(state), up(state, 0), state.actor()) == ("2", "", 1)


def test_a_flip_that_does_not_fit_takes_the_pile_and_the_card() -> None:
    state = position("karma-3", hands=[""], up=[""], down=["3 4 5"], pile="8", draw=0)
    assert options(state) == ["flip slot 0", "flip slot 1", "flip slot 2", "take the pile"]
    do(state, "flip slot 0")
    assert hand(state, 0) == "3 8"
    assert (state.actor(), pile(state)) == (1, "")
    assert state.view(1)["seats"][0]["down"] == [1, 2]


def test_the_game_is_over_at_once_when_one_seat_is_left() -> None:
    state = position("karma-2", hands=["16", "3 4"], up=["", ""], down=["", ""], pile="9", draw=0)
    do(state, "play 16")
    assert state.is_over()
    assert not state.is_capped()
    assert state.ranks() == [1, 2]
