"""A person in a seat."""

from collections.abc import Iterator

from referee.channels.terminal import TerminalChannel
from referee.faults import FaultKind
from referee.replay import Termination
from tests.referee.cast import First, play


def _person(answers: Iterator[str]) -> tuple[TerminalChannel, list[str]]:
    shown: list[str] = []

    def ask(question: str) -> str:
        shown.append(question)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    return TerminalChannel(shown.append, ask), shown


def test_a_person_sees_the_table_and_plays_by_number() -> None:
    person, shown = _person(iter(["1"] * 2000))
    record = play("karma-2", person, First())
    assert record.termination is Termination.NORMAL
    assert record.transcript_hash == play("karma-2", First(), First()).transcript_hash
    text = "\n".join(shown)
    assert "You sit in seat 0 of 2" in text
    assert "take the pile" in text
    assert "  · seat 1: reveal " in text
    assert "  · seat 0: turn 1" in text
    assert "The game is over. Your rank is" in text


def test_what_is_no_number_of_the_list_is_asked_again() -> None:
    person, shown = _person(iter(["", "99", "x", "9" * 5000, "1", "Q"]))
    record = play("karma-2", person, First())
    assert sum("Please type a number from 1 to" in line for line in shown) == 4
    assert record.termination is Termination.FAULT
    assert len([action for action in record.decisions if action.seat == 0]) == 1


def test_giving_up_or_closing_the_terminal_loses_the_game() -> None:
    for answers in (["q"], []):
        person, _ = _person(iter(answers))
        record = play("karma-2", person, First())
        assert record.faults[0].kind is FaultKind.GAVE_UP
        assert record.ranks == (2, 1)
