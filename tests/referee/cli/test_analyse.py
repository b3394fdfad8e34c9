"""``arena analyse``: for people, for programs, and for files that are no replays."""

import json
from pathlib import Path

import pytest

from referee.analysis import mistakes
from referee.analysis.mistakes import Mistake
from tests.referee.analysis.games import house_game
from tests.referee.cli.arena import Arena
from tests.slugs import SMALLEST

SHORT = SMALLEST[-1]
JUDGED = "karma-2"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(house_game(SHORT, "greedy", "greedy").dumps())
    return path


def test_people_get_a_table_and_why_nothing_is_judged(arena: Arena, file: Path) -> None:
    ran = arena("analyse", file)
    assert ran.status == 0
    assert "luck" in ran.out
    assert "Bot 1 (seat 1)" in " ".join(ran.out.split())
    assert "are not judged" in ran.out


def test_programs_get_everything_as_json(arena: Arena, file: Path) -> None:
    told = json.loads(arena("analyse", file, "--json", "--no-mistakes").out)
    assert {"chances", "totals", "moments", "estimator"} <= told.keys()
    assert "mistakes" not in told


def test_a_file_that_is_no_replay_is_refused(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text("{}")
    ran = arena("analyse", path)
    assert ran.status == 2
    assert "not a replay" in ran.err


def test_of_several_games_the_costliest_habits_of_each_bot_are_told(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake = Mistake(3, 0, "MAIN", 0, 1, "this", "that", 0.4, 0.2, 0.02)
    monkeypatch.setattr(mistakes, "mistakes_of", lambda replay: [mistake])
    files = [tmp_path / f"{number}.json" for number in range(2)]
    for file in files:
        file.write_bytes(house_game(JUDGED, "greedy", "greedy", deal=file.stem).dumps())
    told = json.loads(arena("analyse", *files, "--json").out)
    assert told["Bot 0"]["games"] == 2
    assert told["Bot 0"]["habits"][0]["times"] == 2
    assert told["Bot 1"] == {"games": 2, "habits": []}
    out = " ".join(arena("analyse", *files).out.split())
    assert "costliest habits of Bot 0 (2 games)" in out
    assert "Bot 1: no decision was clearly worse" in out


def test_of_several_games_one_that_cannot_be_judged_is_named(arena: Arena, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(file.read_bytes())
    ran = arena("analyse", file, other)
    assert ran.status == 2
    assert "game.json" in ran.err
