"""``arena test`` as an author uses it: real games, real processes, stopped and taken up again."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bots.cast import FOLDER, needs_sandbox
from tests.patience import PATIENCE_S
from tests.referee.cli.arena import Arena
from tests.referee.cli.test_stopping import PROGRAM

QUICK = ("--variant", "diamoniak-2", "--seed", "a", "--elo1", 60, "--json")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_better_version_is_found_with_the_same_verdict_by_any_number_of_processes(arena: Arena) -> None:
    answers = []
    for jobs in (1, 3):
        ran = arena("test", "house:expert", "house:random", *QUICK, "--jobs", jobs, "--file", f"{jobs}.jsonl")
        assert ran.status == 0, ran.err
        answers.append(json.loads(ran.out))
    assert answers[0] == answers[1]
    assert answers[0]["verdict"] == "better"
    assert answers[0]["elo"] > 60
    assert answers[0]["llr"] >= answers[0]["bounds"][1]


def test_a_worse_version_gives_status_1_and_words(arena: Arena) -> None:
    ran = arena("test", "house:random", "house:expert", "--variant", "diamoniak-2", "--seed", "a", "--elo1", 60)
    assert ran.status == 1
    assert "house:random is not better than house:expert by 60 Elo." in ran.out
    assert "points a game" in ran.out


def test_larger_tables_are_filled_and_few_games_leave_it_undecided(arena: Arena) -> None:
    ran = arena("test", "house:greedy", "house:greedy", "--variant", "karma-3", "--max-games", 60, "--json")
    answer = json.loads(ran.out)
    assert ran.status == 3
    assert (answer["verdict"], answer["games"], answer["blocks"]) == ("undecided", 60, 20)


def test_against_a_pool_both_versions_take_the_same_seats(arena: Arena) -> None:
    words = ("--against", "house:greedy", "--against", "house:random")
    ran = arena("test", "house:expert", "house:random", *QUICK, *words)
    answer = json.loads(ran.out)
    assert ran.status == 0
    assert answer["games"] == 4 * answer["blocks"]
    same = arena("test", "house:greedy", "house:greedy", *QUICK, *words, "--file", "same.jsonl")
    answer = json.loads(same.out)
    assert answer["points"][0] == answer["points"][1], "the same bot with the same chance against the same field"
    assert answer["verdict"] == "not-better"


def test_a_finished_test_is_not_played_again(arena: Arena) -> None:
    first = arena("test", "house:expert", "house:random", *QUICK)
    kept = Path("arena-test-house-expert-house-random-diamoniak-2.jsonl")
    size = kept.stat().st_size
    assert arena("test", "house:expert", "house:random", *QUICK).out == first.out
    assert kept.stat().st_size == size


@needs_sandbox
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_test_goes_on_where_it_was(number: signal.Signals, arena: Arena, tmp_path: Path) -> None:
    words = ["test", str(FOLDER / "good"), "house:random", "--variant", "diamoniak-2", "--max-games", "60", "--quiet",
             "--file", "kept.jsonl", "--jobs", "2", "--elo0", "-1", "--elo1", "1"]  # fmt: skip
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    kept = Path("kept.jsonl")
    end = time.monotonic() + PATIENCE_S
    while not (kept.exists() and kept.read_bytes().count(b"\n") > 3):
        assert time.monotonic() < end
        assert program.poll() is None, program.communicate()
        time.sleep(0.01)
    os.killpg(program.pid, number)  # as a terminal does it: everybody hears it
    _, said = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert said.strip() == "Stopped."
    assert list(temporary.iterdir()) == []
    lines = kept.read_bytes().splitlines()
    kept.write_bytes(b"\n".join(lines[:4]) + b'\n{"unit": 99, "ne')  # a crash in the middle of a line
    ran = arena(*words)
    assert ran.status == 3, ran.err
    assert kept.read_bytes().splitlines()[:4] == lines[:4]
    assert len({json.loads(line)["unit"] for line in kept.read_bytes().splitlines()[1:]}) >= 30


@needs_sandbox
def test_a_changed_program_does_not_go_on_with_the_old_ones_games(arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    for path in (FOLDER / "good").iterdir():
        if path.is_file():
            (bot / path.name).write_bytes(path.read_bytes())
    words = ("test", bot, "house:random", "--variant", "diamoniak-2", "--max-games", 20, "--json")
    assert arena(*words).status == 3
    next(bot.iterdir()).open("a").write("\n")
    ran = arena(*words)
    assert ran.status == 2
    assert "belongs to another test: new changed since" in ran.err


@needs_sandbox
def test_faults_count_as_losses_and_are_told(arena: Arena) -> None:
    ran = arena("test", FOLDER / "crashing", "house:random", *QUICK[:-1], "--jobs", 1)
    assert ran.status == 1
    assert "faults" in ran.out
    assert "A fault loses its game." in ran.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nowhere", "house:random"), "nowhere is neither a folder nor a file"),
        (("house:nobody", "house:random"), "no house bot called 'nobody'"),
        (("human", "house:random"), "nobody would sit through it"),
        (("house:random", "house:random", "--elo0", "30"), "must exceed"),
        (("house:random", "house:random", "--elo1", "9000"), "lead"),
        (("house:random", "house:random", "--variant", "karma-9"), "karma-9"),
        (("house:random", "house:random", "--file", "/dev/null/x"), "Not a directory"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_the_reason(arena: Arena, words: tuple[str, ...], reason: str) -> None:
    ran = arena("test", *words)
    assert ran.status == 2
    assert reason in ran.err
    assert not list(Path().glob("*.jsonl")), "nothing is left behind"


@pytest.mark.parametrize("notes", ["my notes\n", "one line\nand one without an end", "[1]\n", '{"a": 1}\n', "x"])
def test_a_file_of_something_else_is_left_alone(arena: Arena, notes: str) -> None:
    Path("mine.jsonl").write_text(notes)
    ran = arena("test", "house:random", "house:random", "--file", "mine.jsonl")
    assert ran.status == 2
    assert "is not the file of a test" in ran.err
    assert Path("mine.jsonl").read_text() == notes


def test_another_question_is_not_answered_with_the_same_games(arena: Arena) -> None:
    words = ("test", "house:random", "house:random", "--variant", "diamoniak-2", "--max-games", 20, "--json")
    assert arena(*words).status == 3
    ran = arena(*words, "--elo1", 5)
    assert ran.status == 2
    assert "elo1 changed since" in ran.err
    assert arena(*words[:-2], 40, "--json").status == 3, "more games for the same question are welcome"


def test_a_damaged_file_is_named(arena: Arena) -> None:
    words = ("test", "house:random", "house:random", "--variant", "diamoniak-2", "--max-games", 20, "--file", "t.jsonl")
    assert arena(*words).status == 3
    with Path("t.jsonl").open("a") as file:
        file.write('{"unit": 99}\n')
    ran = arena(*words)
    assert ran.status == 2
    assert "is damaged" in ran.err
