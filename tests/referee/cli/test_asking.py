"""``arena ask`` and ``arena rest`` of a replay file, with bots of this machine."""

import json
from pathlib import Path

import pytest

from referee.analysis import worth
from tests.referee.analysis.games import house_game
from tests.referee.cli.arena import Arena
from tests.slugs import SMALLEST

STEP = 5


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(worth, "WORLDS", 4)
    path = tmp_path / "game.json"
    path.write_bytes(house_game(SMALLEST[0], "expert", "greedy").dumps())
    return path


def test_bots_of_this_machine_say_what_they_would_have_played(arena: Arena, file: Path) -> None:
    ran = arena("ask", file, STEP, "house:expert", "house:random")
    assert ran.status == 0, ran.err
    assert "would have played" in ran.out
    told = json.loads(arena("ask", file, STEP, "house:expert", "--json").out)
    assert [answer["label"] for answer in told["answers"]] == ["house:expert"]
    assert told["answers"][0]["chance"] is not None


def test_the_rest_is_played_many_times_with_a_bot_in_every_seat(arena: Arena, file: Path) -> None:
    told = json.loads(arena("rest", file, STEP, "house:greedy", "house:random", "--games", 3, "--json").out)
    assert [sum(side["ranks"]) for side in told["sides"]] == [3, 3]
    assert "3 games were played" in arena("rest", file, STEP, "house:greedy", "house:random", "--games", 3).out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("ask", "FILE", 100_000, "house:expert"), "has the decisions 0 to"),
        (("rest", "FILE", 100_000, "house:expert", "house:expert"), "has the decisions 0 to"),
        (("rest", "FILE", STEP, "house:expert"), "has 2 seats"),
        (("ask", "FILE", STEP, "human"), "Only bots"),
        (("ask", "FILE", STEP, "house:nobody"), "no house bot called"),
        (("ask", "nowhere.json", STEP, "house:expert"), "neither a replay file nor the number"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    arena: Arena, file: Path, words: tuple[object, ...], reason: str
) -> None:
    ran = arena(*(file if word == "FILE" else word for word in words))
    assert ran.status == 2
    assert reason in " ".join(ran.err.split())
