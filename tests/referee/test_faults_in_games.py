"""Whose game it is when a bot fails, and what its owner gets to read."""

from typing import Any

import pytest

from engines import variant
from referee.channels.base import Channel
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.faults import LONGEST_ANSWER, FaultKind, VoidError
from referee.game import play_game
from referee.replay import Termination, loads
from referee.verify import verify
from tests.referee.cast import AnyLegal, Cheating, Failing, First, Recording, Scripted, play, seat
from tests.slugs import LARGEST

READY = b'{"type":"ready","protocol":1}'


def test_with_two_sides_the_game_ends_at_once_and_the_other_wins() -> None:
    record = play("karma-2", First(), Failing(at=3))
    assert record.termination is Termination.FAULT
    assert record.ranks == (1, 2)
    fault = record.fault_of(1)
    assert fault is not None
    assert fault.kind is FaultKind.CRASH
    assert len(record.decisions) == fault.after_actions


def test_when_only_the_loser_counts_the_failed_side_is_the_loser() -> None:
    record = play("karma-4", First(), First(), Failing(at=2), First())
    assert record.ranks == (1, 1, 4, 1)
    assert record.replay is not None
    assert len(record.replay.actions) < 20


def test_with_three_sides_and_one_winner_the_house_plays_on_and_the_failed_side_is_last() -> None:
    record = play("diamoniak-4", AnyLegal("a"), AnyLegal("b"), Failing(at=2), AnyLegal("c"))
    assert record.termination is Termination.FAULT
    assert record.ranks[2] == 4
    assert record.replay is not None
    after = record.faults[0].after_actions
    assert any(action.seat == 2 for action in record.replay.actions[after:])
    assert sorted(record.ranks) in ([1, 2, 2, 4], [1, 1, 1, 4])


def test_when_the_house_bot_wins_the_others_share_the_first_place() -> None:
    for deal in range(40):
        record = play("diamoniak-3", Failing(at=1), First(), First(), deal=str(deal))
        assert record.ranks[0] == 3
        if record.ranks == (3, 1, 1):
            return
    pytest.fail("The stand-in of seat 0 won none of 40 games.")


def test_one_sound_side_left_ends_the_game() -> None:
    record = play("diamoniak-3", Failing(at=1), Failing(at=1), AnyLegal())
    assert record.ranks == (2, 2, 1)
    assert len(record.faults) == 2


def test_bots_that_fail_in_the_same_simultaneous_decision_share_the_last_place() -> None:
    record = play("karma-3", Failing(at=1), First(), Failing(at=1))
    assert record.ranks == (2, 1, 2)
    assert [fault.seat for fault in record.faults] == [0, 2]


def test_a_bot_that_fails_before_the_first_move_is_replaced_too() -> None:
    record = play("diamoniak-3", Scripted([b'{"type":"ready","protocol":2}']), AnyLegal(), AnyLegal())
    assert record.faults[0].kind is FaultKind.PROTOCOL
    assert record.faults[0].after_actions == 0
    assert record.ranks[0] == 3
    assert len(record.decisions) > 10


def test_all_bots_are_started_even_if_the_first_one_fails() -> None:
    log: list[tuple[str, int, dict[str, Any]]] = []
    record = play("karma-2", Scripted([b"hi"]), Recording(log, 1))
    assert ("start", 1, {}) in log
    assert log[-1][0] == "close"
    assert record.ranks == (2, 1)


def test_an_illegal_action_is_named_with_the_legal_ones() -> None:
    record = play("karma-2", Cheating(), First())
    assert record.faults[0].kind is FaultKind.ILLEGAL_ACTION
    assert "987654" in record.faults[0].sentence
    assert "Legal were" in record.faults[0].sentence


def test_the_owner_gets_the_last_request_the_last_answer_the_exit_and_the_log() -> None:
    record = play("karma-2", Scripted([READY, b'{"action": "x"}']), First())
    evidence = record.faults[0].evidence
    assert evidence.last_answer == '{"action": "x"}'
    assert evidence.exit_reason == "scripted"
    assert evidence.stderr_tail == "the log of the script"
    raised = play("karma-2", Failing(at=2), First()).faults[0].evidence
    assert '"number":2' in raised.last_request
    assert "out of ideas" in raised.stderr_tail


@pytest.mark.parametrize(("beyond", "mark"), [(-1, ""), (0, ""), (1, "… (1 more characters)")])
def test_an_answer_that_is_cut_says_how_much_is_missing(beyond: int, mark: str) -> None:
    answer = b"x" * (LONGEST_ANSWER + beyond)
    evidence = play("karma-2", Scripted([READY, answer]), First()).faults[0].evidence
    assert evidence.last_answer == "x" * min(len(answer), LONGEST_ANSWER) + mark


def test_the_evidence_is_not_in_the_replay() -> None:
    record = play("karma-2", Scripted([READY, b'{"action": "secret thought"}']), First())
    assert record.replay is not None
    assert b"secret thought" not in record.replay.dumps()
    assert b"log of the script" not in record.replay.dumps()


def test_a_bot_out_of_time_has_lost_and_one_inside_its_bank_has_not() -> None:
    control = TimeControl(decision_ms=10, bank_ms=100)
    slow = play("karma-2", Scripted([READY] + [b'{"index":0}'] * 500, charged_ms=60.0), First(), control=control)
    assert slow.faults[0].kind is FaultKind.TIMEOUT
    assert "100 ms extra" in slow.faults[0].sentence
    assert len([time for time in slow.decisions if time.seat == 0]) == 2
    fast = play("karma-2", Scripted([READY] + [b'{"index":0}'] * 2000, charged_ms=10.0), First(), control=control)
    assert fast.termination is not Termination.FAULT


def test_a_failing_house_bot_makes_the_game_void_and_nobody_pays() -> None:
    record = play_game("karma-2", [seat(Failing(), ours=True), seat(First())], SealedDeal.from_text("x"))
    assert record.termination is Termination.VOID
    assert record.ranks == ()
    assert record.faults == ()
    assert "out of ideas" in record.void_reason


def test_a_failing_stand_in_makes_the_game_void() -> None:
    record = play("diamoniak-3", Failing(), First(), First(), substitute=lambda slug, seed: Failing())
    assert record.termination is Termination.VOID


def test_a_cheating_stand_in_makes_the_game_void() -> None:
    record = play("diamoniak-3", Failing(), First(), First(), substitute=lambda slug, seed: Cheating())
    assert record.termination is Termination.VOID


def test_a_void_game_reveals_neither_seed_nor_replay() -> None:
    record = play_game("karma-2", [seat(Failing(), ours=True), seat(First())], SealedDeal.from_text("x"))
    assert record.replay is None
    assert SealedDeal.from_text("x").seed.hex() not in repr(record)


class Broken(Scripted):
    """A channel whose sandbox gives up."""

    def start(self, limit_ms: float) -> None:
        raise VoidError("The sandbox is gone.")


class Buggy(Scripted):
    """A channel with a programming error in it."""

    def receive(self, limit_ms: float) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize("channel", [Broken([]), Buggy([])])
def test_our_own_failure_is_void_and_all_channels_are_closed(channel: Channel) -> None:
    log: list[tuple[str, int, dict[str, Any]]] = []
    record = play("karma-2", Recording(log, 0), channel)
    assert record.termination is Termination.VOID
    assert "sandbox is gone" in record.void_reason or "ZeroDivisionError" in record.void_reason
    assert log[-1][0] == "close"


@pytest.mark.parametrize("slug", LARGEST)
def test_the_replay_of_a_game_with_a_fault_can_be_verified(slug: str) -> None:
    others = [AnyLegal() for _ in range(variant(slug).seats - 2)]
    record = play(slug, AnyLegal(), Failing(at=3), *others)
    assert record.replay is not None
    assert verify(loads(record.replay.dumps())).differences == ()
