"""Actions from outside that are refused, and that leave the state as it was."""

import pytest

from engines import Deal, new_game
from engines.diamoniak import position
from engines.diamoniak.actions import DRAW, PAY, STOP, USE_FAIRY, buy_id
from engines.diamoniak.payments import payment_id
from engines.diamoniak.state import DiamoniakState
from engines.errors import EngineError, GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from tests.engines.diamoniak.helpers import act

R1, R2, R3, B1, D = 0, 1, 2, 6, 24


def refused(state: DiamoniakState, seat: int, action: int, error: type[EngineError], sentence: str) -> None:
    before = state.save()
    with pytest.raises(error, match=sentence):
        state.play(seat, action)
    assert state.save() == before


def test_another_seat_cannot_act() -> None:
    state = position("diamoniak-3", castles=["R1"], reserves=["D D D", "R2"], record=True)
    refused(state, 1, DRAW, WrongSeatError, "decision of seat 0, not of seat 1")


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_cannot_act(seat: int) -> None:
    refused(position("diamoniak-3"), seat, DRAW, WrongSeatError, f"seat {seat}")


@pytest.mark.parametrize("seat", [-2, 2])
def test_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    state = position("diamoniak-2")
    for ask in (state.view, state.events, state.legal_actions):
        with pytest.raises(WrongSeatError, match="Diamoniak, 2 seats has seats 0 to 1"):
            ask(seat)


def test_the_other_seat_has_no_legal_actions() -> None:
    state = position("diamoniak-2", decision="CONTINUE")
    assert (state.legal_actions(1), state.legal_actions(0)) == ([], [DRAW, STOP])


@pytest.mark.parametrize("action", [STOP, USE_FAIRY, PAY, payment_id(R1, D, D)])
def test_actions_of_another_decision_are_refused_at_start(action: int) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D D", "R2"])
    refused(state, 0, action, IllegalActionError, r"at START. Choose one of: 0 \(draw\), 29 \(buy R2 from seat 1\)")


@pytest.mark.parametrize("action", [USE_FAIRY, PAY, buy_id(1, R2), payment_id(R1, D, D)])
def test_actions_of_another_decision_are_refused_at_continue(action: int) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D D", "R2"], decision="CONTINUE")
    refused(state, 0, action, IllegalActionError, r"at CONTINUE. Choose one of: 0 \(draw\), 1 \(stop\)\.")


@pytest.mark.parametrize("action", [DRAW, STOP, payment_id(R1, D, D)])
def test_actions_of_another_decision_are_refused_at_the_witch(action: int) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D F"], decision="WITCH")
    refused(state, 0, action, IllegalActionError, r"at WITCH. Choose one of: 2 \(use fairy\), 3 \(pay\)")


@pytest.mark.parametrize("action", [DRAW, STOP, USE_FAIRY, PAY, payment_id(R1, D, D), payment_id(R1, R2, R3)])
def test_cards_not_owned_cannot_be_paid(action: int) -> None:
    state = position("diamoniak-2", castles=["R1 R2"], reserves=["D B1"], decision="PAY")
    refused(state, 0, action, IllegalActionError, "at PAY. Choose one of")


def test_a_long_list_of_choices_is_shortened() -> None:
    state = position("diamoniak-2", castles=["R1 R2"], reserves=["D D D B1 F"], decision="PAY")
    more = len(state.legal_actions()) - 6
    refused(state, 0, DRAW, IllegalActionError, f"and {more} more")


@pytest.mark.parametrize(
    ("seller", "part"),
    [(1, R3), (2, R2), (0, R2), (1, B1)],
    ids=["not there", "other seat", "own seat", "other colour"],
)
def test_only_what_another_seat_holds_of_the_own_colour_can_be_bought(seller: int, part: int) -> None:
    state = position("diamoniak-3", castles=["R1"], reserves=["D D D", "R2 B1"])
    refused(state, 0, buy_id(seller, part), IllegalActionError, "Choose one of")


@pytest.mark.parametrize("action", [-1, 2752])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    refused(position("diamoniak-2"), 0, action, IllegalActionError, "Actions of Diamoniak are 0 to 2751")


def test_nothing_can_be_done_in_a_finished_game() -> None:
    state = position("diamoniak-2", castles=["R1 R2 R3 R4 R5"], next="R6")
    act(state, "draw")
    refused(state, 0, DRAW, GameOverError, "The game is over")
    assert (state.decision(), state.deciders(), state.legal_actions(0)) == ("", (), [])


def test_a_running_game_has_no_ranks() -> None:
    with pytest.raises(GameNotOverError, match=r"when is_over\(\) is true"):
        position("diamoniak-2").ranks()


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_cannot_begin(seat: int) -> None:
    with pytest.raises(WrongSeatError, match=f"There is no seat {seat}"):
        new_game("diamoniak-2", Deal.from_text("x"), first_seat=seat)
