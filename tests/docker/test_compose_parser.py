"""The compose files as Docker's own program reads them: interpolated, merged, and every word known to it."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.docker.files import FOLDER, services
from tools import compose_parser

SITE = {"ALLOWED_HOSTS": "arena.example.org", "DEFAULT_FROM_EMAIL": "arena@example.org"}
PRIVATE = {"PRIVATE_ADDRESS": "10.0.0.1"}
WORKER = {**PRIVATE, "WORKER_NAME": "worker-a", "ARENA_PLAY_PROCESSES": "8"}
ARENA = ["compose.yaml"]
CENTRAL = ["compose.yaml", "compose.central.yaml"]
FAR = ["compose.worker.yaml"]


def read(files: list[Path], env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    words = compose_parser.command()
    if words is None:
        pytest.skip("There is no docker compose of version 2. Fix: python3 tools/compose_parser.py")
    command = [*words, *(word for file in files for word in ("-f", str(file))), "config", "--format", "json"]
    given = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    return subprocess.run(command, env={**given, **env}, capture_output=True, text=True, check=False)


def understood(names: list[str], env: dict[str, str]) -> dict[str, Any]:
    done = read([FOLDER / name for name in names], env)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, "it has nothing to remark"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("files", "env"), [(ARENA, SITE), (CENTRAL, {**SITE, **PRIVATE}), (FAR, WORKER)])
def test_docker_reads_every_way_in_which_the_files_are_used(files: list[str], env: dict[str, str]) -> None:
    found = understood(files, env)
    assert set(found["services"]) == set(services(files[0]))
    for secret in found["secrets"].values():
        assert Path(secret["file"]).parent == FOLDER / "secrets"
    for service in found["services"].values():
        if "build" in service:
            assert Path(service["build"]["context"]) == FOLDER.parent


def test_the_servers_of_the_central_machine_listen_there_and_nowhere_else() -> None:
    found = understood(CENTRAL, {**SITE, **PRIVATE})["services"]
    listening = {name: service["ports"] for name, service in found.items() if "ports" in service}
    assert {name: [(port["host_ip"], port["published"]) for port in ports] for name, ports in listening.items()} == {
        "web": [("127.0.0.1", "8000")],
        "database": [("10.0.0.1", "5432")],
        "redis": [("10.0.0.1", "6379")],
    }
    assert set(found["database"]["networks"]) == {"inside", "private"}


def test_numbers_of_the_environment_arrive() -> None:
    found = understood(FAR, {**WORKER, "ARENA_PLAY_CPUS": "8", "ARENA_PLAY_MEMORY": "12g"})["services"]["play"]
    assert found["command"][found["command"].index("--concurrency") + 1] == "8"
    assert found["deploy"]["resources"]["limits"] == {"cpus": 8, "memory": str(12 * 2**30), "pids": 2000}
    assert found["hostname"] == "worker-a"


@pytest.mark.parametrize(
    ("files", "env", "sentence"),
    [
        (ARENA, {"DEFAULT_FROM_EMAIL": "arena@example.org"}, "the name of the site"),
        (CENTRAL, SITE, "the address of this machine in the private network"),
        (FAR, {**PRIVATE, "ARENA_PLAY_PROCESSES": "8"}, "a name of its own for this machine"),
    ],
)
def test_what_is_missing_is_asked_for(files: list[str], env: dict[str, str], sentence: str) -> None:
    done = read([FOLDER / name for name in files], env)
    assert done.returncode != 0
    assert sentence in done.stderr


def test_it_would_refuse_a_word_that_does_not_exist(tmp_path: Path) -> None:
    wrong = (FOLDER / "compose.yaml").read_text().replace("stop_grace_period: 30s", "stop_grace_perjod: 30s")
    (tmp_path / "compose.yaml").write_text(wrong)
    done = read([tmp_path / "compose.yaml"], SITE)
    assert done.returncode != 0
    assert "stop_grace_perjod" in done.stderr
