import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines import engines, variants
from referee.cli import new
from referee.cli.output import shortened
from referee.doctor import Check, Report, Status
from referee.doctor.report import Measured
from tests.bots.cast import FOLDER, needs_sandbox
from tests.referee.cli.arena import Arena


def test_without_words_it_teaches(arena: Arena) -> None:
    ran = arena()
    assert "The first five minutes" in ran.out + ran.err
    for command in ("new", "play", "test", "watch", "verify", "analyse", "doctor", "bench", "variants"):
        assert command in ran.out + ran.err


@pytest.mark.parametrize(
    "command", ["new", "play", "test", "watch", "verify", "analyse", "doctor", "bench", "variants"]
)
def test_every_command_has_help(arena: Arena, command: str) -> None:
    ran = arena(command, "--help")
    assert ran.status == 0
    assert "Usage" in ran.out


def test_variants_lists_games_and_switches(arena: Arena) -> None:
    ran = arena("variants")
    assert all(variant.slug in ran.out for variant in variants())
    assert all(f"+{switch}" in ran.out for rules in engines() for switch in rules.options)
    assert "karmaka-2v2" not in arena("variants", "karma").out
    assert "Ids of actions: 0 to 1669" in arena("variants", "karma").out


def test_variants_of_an_unknown_game_are_refused(arena: Arena) -> None:
    assert "no game called 'chess'" in arena("variants", "chess").err


def _kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = tmp_path / "starters" / "snake"
    kit.mkdir(parents=True)
    (kit / "README.md").write_text("# Snake")
    (kit / "bot.py").write_text("pass")
    (kit / "target").mkdir()
    shared = tmp_path / "starters" / "shared"
    shared.mkdir()
    (shared / "ci.yml").write_text("on: push\n")
    monkeypatch.setattr(new, "STARTERS", tmp_path / "starters")


def test_new_copies_a_starter_kit_without_its_build_results(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _kit(tmp_path, monkeypatch)
    ran = arena("new", "snake", tmp_path / "mine")
    assert ran.status == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [".github", "README.md", "bot.py"]
    assert "arena doctor" in ran.out


def test_new_never_overwrites(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kit(tmp_path, monkeypatch)
    (tmp_path / "mine").mkdir()
    ran = arena("new", "snake", tmp_path / "mine")
    assert ran.status == 2
    assert "nothing was changed" in ran.err
    assert list((tmp_path / "mine").iterdir()) == []


def test_new_lists_the_kits_for_a_wrong_language(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kit(tmp_path, monkeypatch)
    assert "Kits: snake." in arena("new", "cobol", tmp_path / "mine").err


@needs_sandbox
def test_doctor_reports_for_people_and_programs(arena: Arena) -> None:
    ran = arena("doctor", FOLDER / "only_seat_0", "--game", "diamoniak")
    assert ran.status == 1
    assert "FAIL  plays diamoniak-2 in every seat" in ran.out
    assert "The bot is not ready." in ran.out
    report = json.loads(arena("doctor", FOLDER / "only_seat_0", "--game", "diamoniak", "--json").out)
    assert report["passed"] is False


@needs_sandbox
def test_bench_measures_decisions(arena: Arena) -> None:
    ran = arena("bench", FOLDER / "good", "--seconds", 0.1, "--variant", "diamoniak-2", "--json")
    figures = json.loads(ran.out)
    assert figures["decisions"] > 5
    assert figures["decisions_per_second"] > 0
    assert figures["median_ms"] <= figures["slowest_ms"]


@needs_sandbox
def test_bench_shows_a_fault(arena: Arena) -> None:
    ran = arena("bench", FOLDER / "lying", "--seconds", 0.1)
    assert ran.status == 1
    assert "illegal-action" in ran.out


def test_the_program_imports_no_django_and_no_numpy() -> None:
    code = "import sys, referee.cli; print([name for name in ('django', 'celery', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@needs_sandbox
def test_bench_gives_json_for_a_fault_too(arena: Arena) -> None:
    ran = arena("bench", FOLDER / "lying", "--seconds", 0.1, "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["faults"][0]["kind"] == "illegal-action"


@needs_sandbox
def test_bench_counts_whole_games(arena: Arena) -> None:
    ran = arena("bench", FOLDER / "good", "--seconds", 0.1, "--variant", "diamoniak-2")
    assert re.search(r"games +│ +\d+ +│", ran.out)


@needs_sandbox
def test_doctor_keeps_the_messages_that_failed(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "failed.jsonl"
    ran = arena("doctor", FOLDER / "crashing", "--game", "diamoniak", "--requests", file)
    assert f"< {file}" in ran.out
    first, *said, asked, fault = (json.loads(line)["type"] for line in file.read_text().splitlines())
    assert (first, asked, fault) == ("hello", "request", "fault"), "from the first message to the one that it fell over"
    assert set(said) <= {"request", "answered"}


@pytest.mark.parametrize(("skips", "told"), [(0, ""), (1, " 1 check was skipped."), (2, " 2 checks were skipped.")])
def test_doctor_says_that_checks_were_skipped(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, skips: int, told: str
) -> None:
    checks = (Check("a", "a", Status.PASS), *[Check("b", "b", Status.SKIP)] * skips)
    monkeypatch.setattr("referee.cli.doctor.examine", lambda *_, **__: Report(checks, Measured()))
    assert arena("doctor", FOLDER / "good").out.endswith(f"The bot is ready.{told}\n")


def test_long_evidence_says_that_it_was_cut() -> None:
    assert shortened("x" * 2000).endswith("… (cut: 2000 characters)")


def test_new_quotes_a_folder_for_the_shell_and_for_the_terminal(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _kit(tmp_path, monkeypatch)
    ran = arena("new", "snake", tmp_path / "my [red] bot")
    assert f"arena doctor '{tmp_path / 'my [red] bot'}'" in ran.out


def test_a_doctor_who_could_not_examine_says_so_by_the_status(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    void = Report((Check("starts", "starts", Status.VOID, "The sandbox failed."),), Measured())
    monkeypatch.setattr("referee.cli.doctor.examine", lambda *_, **__: void)
    ran = arena("doctor", FOLDER / "good")
    assert ran.status == 2
    assert "The arena failed, not the bot" in ran.out
