"""The commands in the READMEs of the kits do what they say."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from click import Context

import sandbox
from engines import variant
from referee import house
from referee.cli.app import app
from tests.patience import PATIENCE_S
from tests.starters.kits import KITS, STARTERS, skip_without_tools

BY_HAND = ("c", "cpp", "go", "java", "javascript", "ocaml", "rust", "wasm")
QUICK_BUILDS = {"CFLAGS": "-O0 -Wall -Wextra -Werror", "CXXFLAGS": "-std=gnu++20 -O0 -Wall -Wextra -Werror"}
"""The Makefiles take their flags from the environment, like all Makefiles."""


def shell_lines(page: Path) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(), re.S)
    return [line for block in blocks for line in block.splitlines()]


def check_arena_command(line: str) -> None:
    """Parse it as the program does, and look up what only running would."""
    _, name, *words = shlex.split(line)
    program = typer.main.get_command(app)
    command = program.get_command(None, name)  # type: ignore[attr-defined]  # a group, which finds them by name
    context: Context = command.make_context(name, words)
    if name == "play":
        opponents = [bot for bot in context.params["bots"] if bot.startswith("house:")]
        assert len(context.params["bots"]) == variant(context.params["variant"]).seats
        assert {bot.removeprefix("house:") for bot in opponents} <= set(house.names())


@pytest.mark.parametrize("kit", KITS)
def test_every_arena_command_of_a_readme_exists(kit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(STARTERS / kit)
    lines = [line for line in shell_lines(STARTERS / kit / "README.md") if line.startswith("arena")]
    assert [line.split()[1] for line in lines] == ["play", "play", "doctor"]
    for line in lines:
        check_arena_command(line)


@pytest.mark.parametrize("kit", KITS)
def test_every_file_that_a_readme_names_is_there(kit: str) -> None:
    rows = re.findall(r"^\| (`.*?) \|", (STARTERS / kit / "README.md").read_text(), re.M)
    names = [name for row in rows for name in re.findall(r"`(.*?)`", row)]
    assert names
    for name in names:
        assert list((STARTERS / kit).rglob(Path(name).name)), name


@pytest.mark.parametrize("kit", BY_HAND)
def test_building_and_speaking_by_hand_works_as_written(kit: str, tmp_path: Path) -> None:
    skip_without_tools(kit)
    folder = tmp_path / "my-bot"
    shutil.copytree(STARTERS / kit, folder)
    lines = [line for line in shell_lines(STARTERS / kit / "README.md") if not line.startswith("arena")]
    if lines[0].startswith(("make", "cargo")) and not shutil.which(lines[0].split()[0]):
        program = lines[0].split()[0]
        pytest.skip(f"{program} is not installed. Fix: apt-get install {program}")
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=folder,
        env={**os.environ, **QUICK_BUILDS, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    ready = json.loads(done.stdout.splitlines()[-1])
    assert ready.items() >= {"type": "ready", "protocol": 1, "name": "Starter"}.items()
    assert "warning" not in done.stderr
    assert sandbox.runtimes.detect_program(folder)[0].name == kit  # build results do not confuse the arena
