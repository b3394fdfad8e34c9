"""``arena analyse``: for people, for programs, and for files that are no replays."""

import json
from pathlib import Path

import pytest

from tests.referee.analysis.games import house_game
from tests.referee.cli.arena import Arena
from tests.slugs import SMALLEST

SHORT = SMALLEST[-1]


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
