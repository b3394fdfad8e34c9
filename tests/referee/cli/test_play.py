import io
import json
from pathlib import Path

import pytest

from referee.replay import loads
from tests.bots.cast import FOLDER, needs_sandbox
from tests.referee.cli.arena import Arena


@needs_sandbox
def test_a_game_between_two_folders_ends_in_a_table(arena: Arena) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "good", "--seed", "a")
    assert ran.status == 0
    assert "Diamoniak, 2 seats: normal" in ran.out
    assert ran.out.count("good") == 2


@needs_sandbox
def test_a_fault_is_shown_with_all_its_evidence(arena: Arena) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "crashing", "--seed", "a")
    assert "crash after" in ran.out
    assert "ZeroDivisionError" in ran.out
    assert "last request" in ran.out


@needs_sandbox
def test_blocks_give_points_with_an_interval_and_replays(arena: Arena, tmp_path: Path) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", "house:random", "--blocks", 3, "--save", tmp_path / "kept")
    assert ran.status == 0
    assert "3 blocks, 6 games" in ran.out
    assert "house:random" in ran.out
    files = sorted((tmp_path / "kept").glob("*.json"))
    assert len(files) == 6
    assert len({loads(file.read_bytes()).seed for file in files}) == 3


def test_the_result_can_be_read_by_programs(arena: Arena) -> None:
    ran = arena("play", "karma-3", "house:random", "house:random", "house:random", "--blocks", 2, "--json", "--seed", 1)
    found = json.loads(ran.out)
    assert found["games"] == 6
    assert abs(sum(bot["mean"] for bot in found["bots"]) - 1.5) < 1e-9
    assert all(bot["low"] <= bot["mean"] <= bot["high"] for bot in found["bots"])


def test_the_same_seed_gives_the_same_games(arena: Arena) -> None:
    words = ("play", "karma-2", "house:random", "house:random", "--seed", "again", "--json")
    one, other = (json.loads(arena(*words).out) for _ in range(2))
    assert one["transcript_hash"] == other["transcript_hash"]


@needs_sandbox
def test_a_series_with_faults_explains_the_first_and_fails(arena: Arena) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "only_seat_0", "--blocks", 2, "--quiet")
    assert ran.status == 1
    assert "nothing for me in seat 1" in ran.out


@needs_sandbox
def test_a_bot_cannot_reach_the_terminal_through_its_log_or_answer(arena: Arena, tmp_path: Path) -> None:
    tricks = "\\x1b]0;owned\\x07[bold]x[/bold]"
    (tmp_path / "bot.py").write_text(f"import sys; sys.stderr.write('{tricks}'); print('{tricks}')")
    ran = arena("play", "diamoniak-2", tmp_path, "house:random")
    assert "owned" in ran.out
    assert "[bold]x[/bold]" in ran.out
    assert "\x1b" not in ran.out
    assert "\x07" not in ran.out


def test_mistakes_are_answered_with_a_sentence(arena: Arena, tmp_path: Path) -> None:
    for words, sentence in (
        (("karma-99", "a", "b"), "There is no variant called 'karma-99'"),
        (("karma-2", "house:random"), "karma-2 is played by 2 bots, not 1."),
        (("karma-2", "house:random", "house:nobody"), "There is no house bot called 'nobody'"),
        (("karma-2", "house:random", tmp_path / "nowhere"), "is neither a folder nor a file"),
        (("karma-2", "house:random", tmp_path), "No program was found"),
    ):
        ran = arena("play", *words)
        assert ran.status == 2
        assert sentence in ran.err
        assert "Traceback" not in ran.err


@needs_sandbox
def test_a_single_file_plays(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "sparrow.py"
    file.write_bytes((FOLDER / "good" / "bot.py").read_bytes())
    ran = arena("play", "diamoniak-2", file, "house:random", "--seed", "a")
    assert ran.status == 0, ran.err
    assert "sparrow" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["sparrow.py"]


def test_a_file_of_no_language_is_refused_with_those_there_are(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hm")
    ran = arena("play", "diamoniak-2", file, "house:random")
    assert ran.status == 2
    assert ".py" in ran.err


@needs_sandbox
def test_an_answer_that_is_not_utf_8_is_shown_byte_by_byte(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text("import sys\nsys.stdin.readline()\nsys.stdout.buffer.write(b'caf\\xe9\\n')\n")
    ran = arena("play", "diamoniak-2", file, "house:random")
    assert ran.status == 1
    assert r"b'caf\xe9'" in ran.out


def test_blocks_that_are_played_side_by_side_are_the_same_games(arena: Arena, tmp_path: Path) -> None:
    asked = ("play", "diamoniak-2", "house:greedy", "house:random", "--blocks", 3, "--seed", "side by side", "--json")
    alone = arena(*asked, "--save", tmp_path / "alone")
    together = arena(*asked, "--jobs", 2, "--save", tmp_path / "together")
    assert (alone.status, together.status) == (0, 0), together.err
    assert json.loads(alone.out) == json.loads(together.out)
    names = sorted(path.name for path in (tmp_path / "alone").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "together").iterdir())
    assert len(names) == 6


def test_one_game_or_a_person_cannot_be_played_side_by_side(arena: Arena) -> None:
    for more in (("house:random",), ("human", "--blocks", 2)):
        ran = arena("play", "diamoniak-2", "house:random", *more, "--jobs", 2)
        assert (ran.status, "side by side" in ran.err) == (2, True)


def test_a_person_who_gives_up_is_told_so_and_not_how_to_mend_a_bot(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    ran = arena("play", "diamoniak-2", "house:random", "human")
    assert "You gave up." in ran.out
    assert "gave-up" in ran.out
    assert not [words for words in ("last request", "arena rerun", "Fix:") if words in ran.out]
