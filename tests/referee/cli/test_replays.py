import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.faults import FaultKind
from referee.replay import ReplayFault, ReplaySeat, Termination
from tests.referee.cast import AnyLegal, play
from tests.referee.cli.arena import Arena


def test_verify_says_true_for_a_true_replay(arena: Arena, replay_file: Path) -> None:
    ran = arena("verify", replay_file)
    assert (ran.status, ran.out) == (0, f"{replay_file}: true\n")


def test_verify_says_what_is_false_and_fails(arena: Arena, replay_file: Path) -> None:
    found = json.loads(replay_file.read_text())
    found["ranks"].reverse()
    replay_file.write_text(json.dumps(found))
    ran = arena("verify", replay_file)
    assert ran.status == 1
    assert "FALSE" in ran.out
    assert "The ranks are [" in ran.out


@pytest.mark.parametrize("command", ["verify", "watch"])
def test_a_file_that_is_no_replay_is_refused(arena: Arena, tmp_path: Path, command: str) -> None:
    (tmp_path / "x.json").write_text("{}")
    ran = arena(command, tmp_path / "x.json")
    assert ran.status == 2
    assert "not a replay file" in ran.err


def test_watch_prints_every_step(arena: Arena, replay_file: Path) -> None:
    actions = len(json.loads(replay_file.read_text())["actions"])
    ran = arena("watch", replay_file, "--all")
    assert f"{actions}/{actions}" in ran.out
    assert "the deal" in ran.out
    assert "The end: normal." in ran.out


def test_watch_steps_forward_back_and_to_a_number(
    arena: Arena, replay_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter(["", "", "b", "g 7", "l", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(keys))
    ran = arena("watch", replay_file)
    steps = [int(line.split("/")[0]) for line in ran.out.splitlines() if line.split("/")[0].isdecimal()]
    last = len(json.loads(replay_file.read_text())["actions"])
    assert steps == [0, 1, 2, 1, 7, last]


def test_watch_ends_with_the_input(arena: Arena, replay_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    assert arena("watch", replay_file, "--at", 3).status == 0


def test_watch_refuses_a_seat_that_is_not_there(arena: Arena, replay_file: Path) -> None:
    ran = arena("watch", replay_file, "--seat", 5)
    assert ran.status == 2
    assert "the seats 0 to 1, not 5" in ran.err


def test_watch_names_a_refused_action(arena: Arena, replay_file: Path) -> None:
    found = json.loads(replay_file.read_text())
    found["actions"][2][1] = 99999
    replay_file.write_text(json.dumps(found))
    ran = arena("watch", replay_file, "--all")
    assert ran.status == 2
    assert "Action 2 of the replay is not legal there" in ran.err


def _failed(tmp_path: Path, first_action_fails: bool = False) -> Path:
    """A game that a crash ended, under a name that would clear the screen."""
    record = play("diamoniak-2", AnyLegal("a"), AnyLegal("b"))
    assert record.replay is not None
    played = 0 if first_action_fails else 5
    fault = ReplayFault(1, FaultKind.CRASH, played)
    seats = (ReplaySeat("good"), ReplaySeat("crash\x1b[2Jing"))
    cut = record.replay.actions[:played]
    replay = replace(record.replay, seats=seats, actions=cut, faults=(fault,), termination=Termination.FAULT)
    file = tmp_path / "failed.json"
    file.write_bytes(replay.dumps())
    return file


@pytest.mark.parametrize("at_once", [False, True])
def test_watch_tells_a_fault_when_it_happened_and_in_the_ending(arena: Arena, tmp_path: Path, at_once: bool) -> None:
    ran = arena("watch", _failed(tmp_path, at_once), "--all")
    assert "seat 1 (crash\ufffd[2Jing) failed: crash\n" in ran.out
    assert f"failed after {0 if at_once else 5} actions: crash" in ran.out
    assert "The end: fault." in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("command", ["verify", "watch"])
@pytest.mark.parametrize("field", ["ranks", "seats", "progress"])
def test_lists_that_do_not_fit_the_variant_are_named(arena: Arena, replay_file: Path, command: str, field: str) -> None:
    found = json.loads(replay_file.read_text())
    found[field] = found[field][:1]
    replay_file.write_text(json.dumps(found))
    ran = arena(command, replay_file)
    assert ran.status == 2
    assert f'"{field}" has 1 entries where diamoniak-2 has 2' in ran.err


def test_verify_goes_on_after_an_unreadable_file_and_counts_it(arena: Arena, replay_file: Path, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    ran = arena("verify", tmp_path / "x.json", replay_file)
    assert ran.status == 2
    assert f"{replay_file}: true" in ran.out
    assert f"{tmp_path / 'x.json'}: unreadable." in ran.err
    assert "2 replays: 1 true, 0 false, 1 unreadable." in ran.err


def test_verify_speaks_of_terminations_in_words(arena: Arena, replay_file: Path) -> None:
    replay_file.write_text(replay_file.read_text().replace('"termination": "normal"', '"termination": "cap"'))
    ran = arena("verify", replay_file)
    assert "The termination is cap in the file, but normal when it is played again." in ran.out
