"""Replay files survive writing and reading, and verify finds every lie."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.record import GameRecord
from referee.replay import Replay, ReplayAction, ReplayError, ReplaySeat, Termination, loads
from referee.verify import play_again, verify
from tests.referee.cast import AnyLegal, play

Json = dict[str, Any]


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return play("karma-3", AnyLegal("a"), AnyLegal("b"), AnyLegal("c"))


@pytest.fixture(scope="module")
def replay(record: GameRecord) -> Replay:
    assert record.replay is not None
    return record.replay


def test_a_replay_is_the_same_after_writing_and_reading(replay: Replay) -> None:
    assert loads(replay.dumps()) == replay


def test_the_file_is_plain_json_with_the_documented_fields(replay: Replay) -> None:
    found = json.loads(replay.dumps())
    assert found["format"] == "karma-arena-replay"
    assert found["seats"][1] == {"name": "bot 1", "version": ""}
    assert all(len(row) == 4 for row in found["actions"])


def test_a_true_replay_is_found_true(replay: Replay) -> None:
    assert verify(loads(replay.dumps())).is_true


def _other_action(replay: Replay) -> Replay:
    """Another legal choice at the last place that has one."""
    for at in range(len(replay.actions) - 1, -1, -1):
        state = play_again(replay, at)
        seat, action = replay.actions[at].seat, replay.actions[at].action
        others = [each for each in state.legal_actions(seat) if each != action]
        if others:
            changed = (*replay.actions[:at], ReplayAction(seat, others[0]), *replay.actions[at + 1 :])
            return replace(replay, actions=changed)
    raise AssertionError


LIES: dict[str, Callable[[Replay], Replay]] = {
    "ranks": lambda true: replace(true, ranks=true.ranks[1:] + true.ranks[:1]),
    "progress": lambda true: replace(true, progress=true.progress[1:] + true.progress[:1]),
    "commitment": lambda true: replace(true, commitment="0" * 64),
    "transcript hash": lambda true: replace(true, transcript_hash="0" * 64),
    "termination": lambda true: replace(true, termination=Termination.FAULT),
    "commitment is": lambda true: replace(true, salt=b"another salt for it"),
    "not over": lambda true: replace(true, actions=true.actions[:-1]),
    "refused": lambda true: replace(true, actions=(*true.actions[:20], ReplayAction(0, 9999))),
    "seats": lambda true: replace(true, seats=(ReplaySeat("alone"),)),
    "Action|transcript hash": _other_action,
}


@pytest.mark.parametrize("what", LIES)
def test_every_lie_is_found_and_named(replay: Replay, what: str) -> None:
    verdict = verify(LIES[what](replay))
    assert not verdict.is_true
    assert any(part in difference for difference in verdict.differences for part in what.split("|"))


def test_another_deal_is_found_out(replay: Replay) -> None:
    assert not verify(replace(replay, seed=b"z" * 32)).is_true


def test_faults_that_did_not_happen_are_found_out(replay: Replay) -> None:
    from referee.faults import FaultKind
    from referee.replay import ReplayFault

    invented = replace(replay, faults=(ReplayFault(0, FaultKind.CRASH, 3),))
    assert not verify(invented).is_true
    nonsense = replace(replay, faults=(ReplayFault(17, FaultKind.CRASH, 3),))
    assert not verify(nonsense).is_true


def test_other_rules_and_unknown_variants_cannot_be_judged(replay: Replay) -> None:
    with pytest.raises(ReplayError, match="Verify it with the arena that played it"):
        verify(replace(replay, rules_version=99))
    with pytest.raises(ReplayError, match="no variant called 'karma-99'"):
        verify(replace(replay, variant="karma-99"))


def _changed(replay: Replay, **fields: object) -> bytes:
    return json.dumps({**json.loads(replay.dumps()), **fields}).encode()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"format": "pgn"}, "not a replay file"),
        ({"version": 3}, "reads the versions 1 to 2"),
        ({"version": True}, "reads the versions 1 to 2"),
        ({"version": 1.0}, "reads the versions 1 to 2"),
        ({"seed": "xyz"}, "not hexadecimal"),
        ({"seed": "00ff"}, "shorter than 16 bytes"),
        ({"seats": "abc"}, '"seats" is not a list'),
        ({"seats": [1]}, "damaged"),
        ({"actions": [[0, 1]]}, "an action is"),
        ({"actions": [[0, "1", 0, 0]]}, "whole number"),
        ({"actions": [[0, 1, None, 0]]}, "damaged"),
        ({"termination": "rage"}, "rage"),
        ({"ranks": [True]}, "whole number"),
        ({"progress": [3]}, "damaged"),
        ({"faults": [{"seat": 0}]}, "lacks the field 'kind'"),
        ({"variant": 3}, '"variant" is not a text'),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(replay: Replay, fields: Json, reason: str) -> None:
    with pytest.raises(ReplayError, match=reason):
        loads(_changed(replay, **fields))


@pytest.mark.parametrize("data", [b"", b"not json", b"[]", b"null", b"\xff\xfe", b"[" * 5000])
def test_what_is_not_a_replay_is_refused(data: bytes) -> None:
    with pytest.raises(ReplayError, match="not a replay file"):
        loads(data)


def test_each_missing_field_is_named(replay: Replay) -> None:
    whole = json.loads(replay.dumps())
    for field in whole.keys() - {"format", "version"}:
        with pytest.raises(ReplayError, match=f"lacks the field '{field}'"):
            loads(json.dumps({key: value for key, value in whole.items() if key != field}).encode())
