"""What can be said about a block without running it: its syntax, and that everything it names exists."""

import re
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

import yaml

from tests.docs.blocks import ROOT, Block
from tests.patience import PATIENCE_S

COMPOSE_COMMANDS = {"up", "build", "exec", "run", "ps", "logs", "stop", "restart"}
COMPOSE_FLAGS = {
    "up": {"-d", "--build", "--wait"}, "build": set(), "exec": {"-T"}, "run": {"--rm", "--no-deps", "-T"},
    "ps": set(), "logs": {"--since"}, "stop": set(), "restart": set(),
}  # fmt: skip
"""What the pages use of it; the engine's client knows more."""
ELSEWHERE = {"apt-get", "promtool", "systemd-run", "uv", "pip", "arena"}
"""Programs of the reader's machine that may be missing on this one."""


def check(block: Block) -> None:
    if block.language != "sh":
        assert block.language == "text"
        return
    done = subprocess.run(["bash", "-n", "-c", block.text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in re.sub(r"\s#.*", "", block.text).splitlines():
        words = [word for word in shlex.split(line) if word not in {"<", ">", "&&"}]
        while words and re.fullmatch(r"\w+=.*", words[0]):
            words.pop(0)
        if words and words[0] not in {"export", "."}:
            _check_command(Path(words[0]).name, words[1:])


def _check_command(program: str, words: list[str]) -> None:
    if program == "docker":
        _check_compose(words)
        return
    assert program in ELSEWHERE or shutil.which(program), f"{program} is no program we know"
    if program == "apt-get":
        assert words[0] == "install"
    elif program == "uv":
        assert words[:2] == ["pip", "compile"]
        _check_flags(words, _help("uv", "pip", "compile"))
    elif program == "pip":
        _check_flags(words, _help("python3", "-m", "pip", "install"))
    for extra in re.findall(r"--extra (\w+)", " ".join(words)):
        assert f"\n{extra} = [" in (ROOT / "pyproject.toml").read_text()
    for name in words:
        if name.endswith((".lock", ".toml", ".sh")):
            assert (ROOT / name).exists(), name


def _check_flags(words: list[str], known: str) -> None:
    if known:
        for flag in (word for word in words if word.startswith("--")):
            assert flag.split("=")[0] in known, f"{flag} is no option"


@cache
def _help(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return ""
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    return done.stdout


def _check_compose(words: list[str]) -> None:
    assert words.pop(0) == "compose"
    files = []
    while words[0] == "-f":
        files.append(words[1])
        words = words[2:]
    services: dict[str, object] = {}
    for file in files:
        services.update(yaml.safe_load((ROOT / file).read_text())["services"])
    command, *rest = words
    assert command in COMPOSE_COMMANDS
    flags = {word for word in rest[: _place_of_service(rest, services)] if word.startswith("-")}
    assert flags <= COMPOSE_FLAGS[command], f"{flags} of docker compose {command}"
    if command in {"exec", "run"}:
        service = rest[_place_of_service(rest, services)]
        inside = rest[rest.index(service) + 1 :]
        if inside[:2] == ["python", "manage.py"]:
            _require_management_command(inside[2])


def _place_of_service(words: list[str], services: dict[str, object]) -> int:
    places = [place for place, word in enumerate(words) if not word.startswith("-")]
    if places:
        assert words[places[0]] in services, f"{words[places[0]]} is no service"
    return places[0] if places else len(words)


def _require_management_command(name: str) -> None:
    from django.core.management import get_commands

    assert name in get_commands(), f"manage.py has no command {name}"
