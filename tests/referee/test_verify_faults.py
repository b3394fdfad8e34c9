"""The faults that a replay names must fit the game, and its transcript hash covers them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines import variant
from referee.faults import FaultKind
from referee.ranking import final_ranks
from referee.replay import Replay, ReplayFault, Termination, loads
from referee.transcript import transcript_hash
from referee.verify import play_again, verify
from tests.referee.cast import AnyLegal, Failing, First, Scripted, play
from tests.slugs import SHAPES

OLD_HASH = "6824134def70833441cbd87dbe0b69524edf8e76ab2cdec9d820efde9887d2e6"
"""Of the game below, as version 1 of the file had it."""


@pytest.fixture(scope="module")
def replay() -> Replay:
    """Seat 1 failed after three actions, and the game went on to its end."""
    record = play("diamoniak-3", AnyLegal("a"), Failing(at=3), AnyLegal("c"))
    assert record.replay is not None
    assert record.replay.faults == (ReplayFault(1, FaultKind.CRASH, 3),)
    return record.replay


@pytest.fixture(scope="module")
def sound() -> Replay:
    found = play("diamoniak-3", AnyLegal("a"), AnyLegal("b"), AnyLegal("c")).replay
    assert found is not None
    return found


def forged(true: Replay, *faults: ReplayFault, actions: int | None = None) -> Replay:
    """A liar who knows the format: whatever follows from the faults is computed anew."""
    state = play_again(true, actions)
    failed = {fault.seat for fault in faults}
    ranks = final_ranks(state.ranks() if state.is_over() else None, len(state.variant.sides), failed)
    changed = replace(
        true,
        actions=true.actions[:actions],
        faults=faults,
        termination=Termination.FAULT if faults else Termination.NORMAL,
        ranks=tuple(ranks),
        progress=tuple(tuple(side) for side in state.progress()),
    )
    pairs = [(each.seat, each.action) for each in changed.actions]
    hashed = transcript_hash(
        state, changed.rules_version, changed.seed, pairs, faults=changed.hashed_faults, ranks=ranks
    )
    return replace(changed, transcript_hash=hashed)


def differences(replay: Replay) -> Sequence[str]:
    return verify(loads(replay.dumps())).differences


def asked(replay: Replay, seat: int, others: bool = False) -> int:
    """A moment in the game at which a seat is asked; with ``others``, one at which it is not."""
    return next(at for at in range(4, 40) if (seat in play_again(replay, at).deciders()) is not others)


def test_the_liar_of_these_tests_writes_what_the_referee_writes(replay: Replay) -> None:
    assert forged(replay, *replay.faults) == replay
    assert differences(replay) == ()


@pytest.mark.parametrize("slug", SHAPES)
@pytest.mark.parametrize("at", [1, 2, 5])
def test_every_true_fault_is_found_true(slug: str, at: int) -> None:
    seats = variant(slug).seats
    for place in range(seats):
        bots = [Failing(at + number) if number >= place else AnyLegal(str(number)) for number in range(seats)]
        record = play(slug, *bots, deal=f"{at}/{place}")
        assert record.faults
        assert record.replay is not None
        assert differences(record.replay) == ()


def test_a_fault_at_hello_needs_no_question_about_an_action() -> None:
    record = play("diamoniak-3", First(), First(), Scripted([]))
    assert record.replay is not None
    assert record.replay.faults == (ReplayFault(2, FaultKind.CRASH, 0),)
    assert differences(record.replay) == ()


def test_a_seat_that_was_not_asked_cannot_have_failed(sound: Replay) -> None:
    at = asked(sound, 1, others=True)
    (told,) = differences(forged(sound, ReplayFault(1, FaultKind.CRASH, at)))
    assert told == f"The fault of seat 1 after {at} actions cannot be: the seat was not asked anything there."


def test_nobody_fails_after_the_end(sound: Replay) -> None:
    (told,) = differences(forged(sound, ReplayFault(1, FaultKind.CRASH, len(sound.actions))))
    assert "was not asked anything there" in told


def test_a_bot_that_has_played_has_started(sound: Replay) -> None:
    (told,) = differences(forged(sound, ReplayFault(1, FaultKind.START, asked(sound, 1))))
    assert "cannot be start: by then the bot had started." in told


def test_nobody_names_an_illegal_action_unasked(sound: Replay) -> None:
    (told,) = differences(forged(sound, ReplayFault(2, FaultKind.ILLEGAL_ACTION, 0)))
    assert "cannot be illegal-action: the seat was not asked for an action there." in told


def test_faults_are_listed_as_they_happened(sound: Replay) -> None:
    later = ReplayFault(1, FaultKind.CRASH, asked(sound, 1))
    (told,) = differences(forged(sound, later, ReplayFault(2, FaultKind.START, 0)))
    assert told.endswith("actions are not in the order in which they happened.")


def test_a_fault_that_ends_the_game_is_the_last_thing_in_it(sound: Replay) -> None:
    first, second = ReplayFault(2, FaultKind.START, 0), ReplayFault(1, FaultKind.CRASH, asked(sound, 1))
    (told,) = differences(forged(sound, first, second))
    assert told == f"The fault of seat 1 after {second.after_actions} actions should have ended the game."
    assert differences(forged(sound, first, second, actions=second.after_actions)) == ()


LIES = {
    "another kind": (ReplayFault(1, FaultKind.TIMEOUT, 3),),
    "dropped": (),
    "another seat's": (ReplayFault(0, FaultKind.START, 0),),
}


@pytest.mark.parametrize("lie", LIES)
def test_another_list_needs_another_hash(replay: Replay, lie: str) -> None:
    """Whoever writes that too is found out by the hash that was published."""
    changed = forged(replay, *LIES[lie])
    kept = replace(changed, transcript_hash=replay.transcript_hash)
    assert changed.transcript_hash != replay.transcript_hash
    assert any("transcript hash is" in told for told in differences(kept))


def test_a_file_of_version_1_stays_true(replay: Replay) -> None:
    old = replace(replay, version=1, transcript_hash=OLD_HASH)
    assert loads(old.dumps()) == old
    assert differences(old) == ()
    assert differences(replace(replay, transcript_hash=OLD_HASH)) != ()
