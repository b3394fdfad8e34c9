"""The page for newcomers is followed to the letter, from an empty folder to an upload."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from arena.bots.archive import read_upload
from referee.cli.new import languages
from tests.bots.cast import needs_sandbox
from tests.patience import PATIENCE_S
from tests.starters.kits import ROOT, STARTERS

PAGE = ROOT / "docs" / "bot-authors" / "first-bot.md"


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.S | re.M)
    assert found, f"The page has no part called {title}."
    return found[1]


def commands(title: str) -> list[str]:
    return [line for block in re.findall(r"```sh\n(.*?)```", section(title), re.S) for line in block.splitlines()]


def run(line: str, folder: Path) -> str:
    """In a shell whose path begins with the environment that these tests run in, as after its activation."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, (line, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE])
def test_the_page_in_other_languages_has_the_same_commands_and_code(language: str) -> None:
    blocks = [
        re.findall(r"```\w+\n(.*?)```", page.read_text(), re.S) for page in (PAGE, PAGE.with_suffix(f".{language}.md"))
    ]
    assert blocks[1] == blocks[0][1:], "all but the installation, which stands there in a sentence"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the author stands, with the new bot in it."""
    here = tmp_path_factory.mktemp("author")
    for line in commands("Make it"):
        run(line, here)
    return here


@needs_sandbox
def test_playing_shows_a_result_and_the_log(folder: Path) -> None:
    one, many = commands("Play")
    shown = run(one, folder)
    assert "house:greedy" in shown
    assert "My rank is" in shown
    shown = run(many, folder)
    assert "10 blocks, 20 games" in shown
    assert "95 % interval" in shown


@needs_sandbox
def test_the_doctor_says_that_it_is_ready(folder: Path) -> None:
    (line,) = commands("Examine it")
    assert "The bot is ready." in run(line, folder)


def test_the_zip_is_taken_as_an_upload(folder: Path) -> None:
    (line,) = commands("Submit it")
    run(line, folder)
    upload = read_upload("my-bot.zip", (folder / "my-bot.zip").read_bytes())
    assert dict(upload.files)["bot.py"] == (STARTERS / "python" / "bot.py").read_bytes()


def test_the_line_to_change_is_in_the_bot() -> None:
    found = re.search(r"```python\n(.*?)```", section("Make it yours"), re.S)
    assert found
    assert found[1] in (STARTERS / "python" / "bot.py").read_text()


def test_the_other_languages_are_named() -> None:
    assert set(re.findall(r"`(\w+)`", section("Make it").split("Other languages:")[1])) == set(languages()) - {"python"}


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\((.*?)\)", PAGE.read_text()):
        assert (PAGE.parent / target).is_file(), target


def test_installing_brings_the_program_and_the_kits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert commands("Install")[1].endswith("pip install -e .")
    assert project["project"]["scripts"]["arena"] == "referee.cli:main"
    assert "bots" in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
