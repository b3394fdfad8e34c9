"""Choosing a form and building it, without really compiling."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import build, compiled


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree of sources with a folder for builds."""
    here = tmp_path / "engines"
    (here / "karma").mkdir(parents=True)
    (here / "__init__.py").write_text("")
    (here / "karma" / "__init__.py").write_text("ANSWER = 42\n")
    for module in (compiled, build):
        monkeypatch.setattr(module, "HERE", here)
        monkeypatch.setattr(module, "BUILDS", here / "_compiled")
    monkeypatch.setattr(build, "what_is_missing", lambda: "")
    monkeypatch.delenv("KARMA_ENGINES", raising=False)
    return here


def test_a_build_of_the_present_sources_is_used(sources: Path) -> None:
    (sources / "_compiled" / compiled.key() / "engines").mkdir(parents=True)
    path = [str(sources)]
    compiled.choose_form(path)
    assert path == [str(sources / "_compiled" / compiled.key() / "engines"), str(sources)]


def test_a_build_is_not_used_once_a_source_has_changed(sources: Path) -> None:
    (sources / "_compiled" / compiled.key() / "engines").mkdir(parents=True)
    (sources / "karma" / "__init__.py").write_text("ANSWER = 43\n")
    path = [str(sources)]
    compiled.choose_form(path)
    assert path == [str(sources)]


def test_a_renamed_module_changes_the_key(sources: Path) -> None:
    before = compiled.key()
    (sources / "karma" / "__init__.py").rename(sources / "karma" / "other.py")
    assert compiled.key() != before


def test_the_pure_form_can_be_asked_for(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sources / "_compiled" / compiled.key() / "engines").mkdir(parents=True)
    monkeypatch.setenv("KARMA_ENGINES", "pure")
    path = [str(sources)]
    compiled.choose_form(path)
    assert path == [str(sources)]


def test_a_finished_build_replaces_older_ones(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sources / "_compiled" / "older").mkdir(parents=True)
    monkeypatch.setattr(build, "compile_in", lambda work: (work / "engines").mkdir() or "")
    assert build.main() == 0
    assert [path.name for path in (sources / "_compiled").iterdir()] == [compiled.key()]


def test_other_files_of_a_game_are_linked_and_so_never_out_of_date(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sources / "karma" / "web" / "table.css"
    page.parent.mkdir()
    page.write_text("old")
    monkeypatch.setattr(build, "compile_in", lambda work: (work / "engines" / "karma").mkdir(parents=True) or "")
    assert build.main() == 0
    page.write_text("new")
    assert (sources / "_compiled" / compiled.key() / "engines/karma/web/table.css").read_text() == "new"


def test_a_build_that_is_there_already_is_kept(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (sources / "_compiled" / compiled.key()).mkdir(parents=True)
    monkeypatch.setattr(build, "compile_in", lambda _work: pytest.fail("compiled again"))
    assert build.main() == 0
    assert "already" in capsys.readouterr().out


def test_who_finishes_second_leaves_the_first_build_in_place(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = sources / "_compiled" / compiled.key()

    def overtaken(work: Path) -> str:
        (goal / "engines").mkdir(parents=True)
        (goal / "engines" / "first").touch()
        (work / "engines").mkdir()
        return ""

    monkeypatch.setattr(build, "compile_in", overtaken)
    assert build.main() == 0
    assert (goal / "engines" / "first").exists()
    assert list((sources / "_compiled").iterdir()) == [goal]


def test_a_failed_build_leaves_nothing_and_says_that_the_sources_are_used(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "compile_in", lambda _work: "no such type")
    assert build.main() == 1
    assert list((sources / "_compiled").iterdir()) == []
    errors = capsys.readouterr().err
    assert "no such type" in errors
    assert "run as Python" in errors


def test_a_missing_compiler_is_told_and_is_no_failure() -> None:
    environment = {**os.environ, "CC": "no-such-compiler"}
    done = subprocess.run(
        [sys.executable, "-m", "engines.build"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "C compiler (no-such-compiler) is missing" in done.stdout


def test_a_missing_mypy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None if name == "mypyc" else object())
    assert build.what_is_missing() == "the Python package mypy"
