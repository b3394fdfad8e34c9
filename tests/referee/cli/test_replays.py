import json
from pathlib import Path

import pytest

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
    assert "The ranks is" in ran.out


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
