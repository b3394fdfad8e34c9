"""Short scenarios: the four Karma cards and foresight."""

import pytest

from engines import Deal, new_game
from engines.errors import IllegalActionError
from engines.karma import position
from tests.engines.karma.helpers import NUMBERS, box, do, hand, hand_size, is_out, options, pile


def test_bottoms_up_moves_the_bottom_card_to_the_top() -> None:
    state = position("karma-3", hands=["B 10 10", "3 4 T"], pile="4 9 15")
    do(state, "play B")
    assert pile(state) == "9 15 B 4"
    assert options(state) == ["play 4", "play T", "take the pile"]


def test_a_t_brought_up_frees_the_next_seat() -> None:
    state = position("karma-3", hands=["B 10 10", "1 2 16"], pile="T 8")
    do(state, "play B")
    assert pile(state) == "8 B T"
    assert options(state) == ["play 1", "play 2", "play 16", "take the pile"]


def test_bottoms_up_on_an_empty_pile_stays() -> None:
    state = position("karma-3", hands=["B 10 10", "1 2 16"])
    do(state, "play B")
    assert pile(state) == "B"
    assert options(state) == ["play 1", "play 2", "play 16", "take the pile"]


def test_an_f_brought_up_binds_the_next_seat() -> None:
    state = position("karma-3", hands=["B 10 10", "5 6 G"], pile="F 3")
    do(state, "play B")
    assert pile(state) == "3 B F"
    assert options(state) == ["play 5", "play G", "take the pile"]


def test_t_asks_for_one_face_up_card_and_anything_fits() -> None:
    state = position("karma-3", hands=["T 2 9", "1 2 G"], up=["1 10 11"], pile="16", draw=8)
    do(state, "play T")
    assert (state.actor(), state.decision()) == (0, "FOLLOW_UP")
    assert options(state) == ["play 1 from the table", "play 10 from the table", "play 11 from the table"]
    do(state, "play 1 from the table")
    assert pile(state) == "16 T 1"
    assert (hand_size(state, 0), state.view(0)["draw"]) == (3, 7)
    assert options(state) == ["play 1", "play 2", "play G", "take the pile"]


def test_two_t_ask_for_one_card_only() -> None:
    state = position("karma-3", hands=["T T 9"], up=["1 1 5"], pile="16", draw=8)
    do(state, "play T x2")
    assert options(state) == ["play 1 from the table", "play 5 from the table"]
    two_ones = 60 + 1
    assert state.action_name(two_ones) == "play 1 x2 from the table"
    with pytest.raises(IllegalActionError, match="play 1 x2"):
        state.play(0, two_ones)
    do(state, "play 1 from the table")
    assert (pile(state), state.actor()) == ("16 T T 1", 1)


def test_without_table_cards_the_follow_up_comes_from_the_hand() -> None:
    state = position("karma-3", hands=["T 8 8"], up=[""], down=[""], pile="12", draw=0)
    do(state, "play T")
    assert options(state) == ["play 8", "play 8 x2"]
    do(state, "play 8 x2")
    assert is_out(state, 0)
    assert (pile(state), state.actor()) == ("12 T 8 8", 1)


def test_t_as_the_last_card_needs_no_follow_up() -> None:
    state = position("karma-3", hands=["T", "1 2 16"], up=[""], down=[""], pile="12", draw=0)
    do(state, "play T")
    assert is_out(state, 0)
    assert (pile(state), state.actor(), state.decision()) == ("12 T", 1, "MAIN")
    assert options(state) == ["play 1", "play 2", "play 16", "take the pile"]


def test_the_pile_may_be_given_to_a_seat_that_is_out() -> None:
    state = position("karma-3", hands={0: "G 5 6", 2: ""}, up={2: ""}, down={2: ""}, pile="3 7 12", draw=0)
    assert is_out(state, 2)
    before = sorted(box(state).split())
    do(state, "play G")
    assert state.decision() == "GIVE_TO"
    assert options(state) == ["give the pile to seat 1", "give the pile to seat 2"]
    do(state, "give the pile to seat 2")
    assert sorted(box(state).split()) == sorted([*before, "G"])
    assert hand(state, 2) == "3 7 12"
    assert not is_out(state, 2)
    assert (pile(state), state.actor()) == ("", 1)


def test_g_on_an_empty_pile_leaves_the_game_without_a_target() -> None:
    state = position("karma-3", hands=["G 5 6"])
    do(state, "play G")
    assert box(state) == "G"
    assert (state.actor(), state.decision(), pile(state)) == (1, "MAIN", "")


def test_a_seat_that_is_out_is_skipped_and_the_next_one_is_bound_by_f() -> None:
    state = position("karma-3", hands=["F 3 4", "", "5 6 B"], up={1: ""}, down={1: ""}, pile="9")
    assert is_out(state, 1)
    do(state, "play F")
    assert state.actor() == 2
    assert options(state) == ["play 5", "play B", "take the pile"]


def test_two_g_give_one_pile_to_one_seat() -> None:
    state = position("karma-3", hands=["G G 4"], pile="6 6", draw=10)
    known = box(state).split().count("G")
    do(state, "play G x2")
    assert box(state).split().count("G") == known + 2
    assert options(state) == ["give the pile to seat 1", "give the pile to seat 2"]
    size = hand_size(state, 2)
    do(state, "give the pile to seat 2")
    assert hand(state, 2).split().count("6") == 2
    assert hand_size(state, 2) == size + 2
    assert (state.actor(), state.decision()) == (1, "MAIN")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_with_foresight_each_seat_learns_its_own_faces_and_no_slots(seats: int) -> None:
    positions_of_lowest = set()
    for deal in range(40):
        state = new_game(f"karma-{seats}-foresight", Deal.from_text(f"foresight {deal}"), record=True)
        plain = new_game(f"karma-{seats}", Deal.from_text(f"foresight {deal}"))
        for seat in range(seats):
            down = state.save()["seats"][seat]["down"]
            faces = state.view(seat)["own"]["foresight"]
            assert sorted(down) == sorted(faces)
            assert faces == sorted(faces, key=(NUMBERS_AND_KARMA).index), "the order tells nothing of the slots"
            assert sorted(plain.save()["seats"][seat]["down"]) == sorted(down), "the same cards as without"
            told = [event for event in state.events(seat) if event["type"] == "foresight" and "cards" in event]
            assert told == [{"type": "foresight", "seat": seat, "cards": faces}], "once, and only the own faces"
            if len(set(down)) == 3:
                positions_of_lowest.add(down.index(faces[0]))
    assert positions_of_lowest == {0, 1, 2}
    assert not any("cards" in event for event in state.events(-1))


NUMBERS_AND_KARMA = [name.removeprefix("play ") for name in NUMBERS] + ["T", "B", "F", "G"]
