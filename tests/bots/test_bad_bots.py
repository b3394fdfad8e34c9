"""Each bad bot ends in the right fault, with a report from which its owner can mend it."""

from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant
from referee.faults import Fault, FaultKind
from referee.game import play_game
from referee.replay import Termination
from tests.bots.cast import QUICK, built, needs_sandbox, play_against

pytestmark = needs_sandbox


PATIENT = TimeControl(decision_ms=150, bank_ms=1_000, start_ms=20_000)
"""A bank that lasts for some decisions of the slow bot."""


def fault_of(name: str, place: int = 0, control: TimeControl = QUICK) -> Fault:
    record = play_against(name, place=place, control=control)
    assert record.termination is Termination.FAULT, record.void_reason
    assert record.ranks == ((2, 1), (1, 2))[place]
    fault = record.faults[0]
    assert fault.evidence.exit_reason
    return fault


def test_the_good_bot_is_not_at_fault() -> None:
    record = play_against("good")
    assert record.termination is Termination.NORMAL, record
    assert record.seats[0].name == "good"
    assert record.seats[0].peak_memory_mb > 1


def test_crashing() -> None:
    fault = fault_of("crashing")
    assert fault.kind is FaultKind.CRASH
    assert "exit code 1" in fault.sentence
    assert "ZeroDivisionError: the crashing bot crashed" in fault.evidence.stderr_tail
    assert '"number":3' in fault.evidence.last_request
    assert fault.evidence.last_answer == '{"index": 0}'


def test_hanging() -> None:
    fault = fault_of("hanging")
    assert fault.kind is FaultKind.TIMEOUT
    assert "no answer" in fault.sentence
    assert "good night" in fault.evidence.stderr_tail
    assert '"number":2' in fault.evidence.last_request


def test_slow() -> None:
    fault = fault_of("slow", control=PATIENT)
    assert fault.kind is FaultKind.TIMEOUT
    assert '"number":1,' not in fault.evidence.last_request
    assert "clock" in fault.sentence


def test_lying() -> None:
    fault = fault_of("lying")
    assert fault.kind is FaultKind.ILLEGAL_ACTION
    assert "named action 987654" in fault.sentence
    assert "Legal were" in fault.sentence
    assert fault.evidence.last_answer == '{"action": 987654}'


def test_babbling() -> None:
    fault = fault_of("babbling")
    assert fault.kind is FaultKind.PROTOCOL
    assert "Let me think about this..." in fault.sentence
    assert "logs to stderr" in fault.sentence


def test_silent() -> None:
    control = TimeControl(decision_ms=100, bank_ms=100, start_ms=1500)
    record = play_against("silent", control=control)
    fault = record.faults[0]
    assert fault.kind is FaultKind.TIMEOUT
    assert fault.after_actions == 0
    assert '"type":"hello"' in fault.evidence.last_request
    assert "flush" in fault.sentence
    assert '"start_ms" in it' in fault.sentence
    assert '"clock"' not in fault.sentence


def test_flooding() -> None:
    fault = fault_of("flooding")
    assert fault.kind is FaultKind.PROTOCOL
    assert "line" in fault.sentence


def test_memory_eater() -> None:
    fault = fault_of("memory_eater")
    assert fault.kind is FaultKind.MEMORY
    assert "96 MiB" in fault.sentence


def test_wrong_version() -> None:
    fault = fault_of("wrong_version")
    assert fault.kind is FaultKind.PROTOCOL
    assert "this arena speaks protocol 1" in fault.sentence
    assert fault.after_actions == 0


def test_only_seat_0() -> None:
    assert play_against("only_seat_0", place=0).termination is Termination.NORMAL
    fault = fault_of("only_seat_0", place=1)
    assert fault.kind is FaultKind.CRASH
    assert "nothing for me in seat 1" in fault.evidence.stderr_tail


def test_fails_late() -> None:
    fault = fault_of("fails_late")
    assert fault.kind is FaultKind.CRASH
    assert '"number":50' in fault.evidence.last_request
    assert "49 decisions" in fault.evidence.stderr_tail


def test_with_three_sides_the_house_plays_on_for_a_crashed_program() -> None:
    record = play_against("crashing", "diamoniak-3", place=1)
    assert record.ranks[1] == 3
    assert record.faults[0].kind is FaultKind.CRASH
    assert len(record.decisions) > record.faults[0].after_actions


def test_seats_that_choose_together_do_not_pay_for_each_other() -> None:
    """In the simultaneous setup the slow bot sits in the lower seat; the quick one must not be charged for it."""
    with ProgramEntrant(built("slow"), "slow") as slow, ProgramEntrant(built("good"), "good") as good:
        channels = [slow.open("karma-2"), good.open("karma-2")]
        record = play_game("karma-2", channels, SealedDeal.from_text("x"), control=PATIENT)
    setup = {time.seat: time.charged_ms for time in record.decisions[:2]}
    assert setup[1] < setup[0]
