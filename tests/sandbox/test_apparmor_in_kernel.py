"""The profile that is shipped, in a kernel: jails start under it; where another one denies them, the fix is told."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox import host

ROOT = Path(host.__file__).resolve().parents[1]
DENIES_MOUNTS = """
#include <tunables/global>
profile docker-default flags=(attach_disconnected,mediate_deleted) {
  #include <abstractions/base>
  network,
  capability,
  file,
  umount,
  signal,
  ptrace,
  unix,
  deny mount,
}
"""
"""What matters of the profile that Docker makes for its containers."""
DENIES_NAMESPACES = """
abi <abi/4.0>,
#include <tunables/global>
profile denies-namespaces flags=(attach_disconnected) { allow all, deny userns, }
"""


def _is_on() -> bool:
    try:
        return Path("/sys/module/apparmor/parameters/enabled").read_text().strip() == "Y"
    except OSError:
        return False


pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not _is_on() or shutil.which("aa-exec") is None,
    reason="Needs root, and a kernel that uses AppArmor. "
    "Fix: sh tools/virtual_machine.sh FOLDER tests/sandbox/test_apparmor_in_kernel.py",
)


def load(text: str) -> None:
    parser = shutil.which("apparmor_parser", path="/usr/sbin:/sbin:/usr/bin") or ""
    done = subprocess.run(
        [parser, "--replace", "--skip-cache"], input=text, capture_output=True, text=True, check=False
    )
    if "userns" in text and done.returncode != 0:
        pytest.skip("This AppArmor cannot deny namespaces. Fix: RELEASE=trixie sh tools/virtual_machine.sh FOLDER")
    assert done.returncode == 0, done.stderr


def found_under(profile: str) -> dict[str, Any]:
    command = ["aa-exec", "-p", profile, "--", sys.executable, "-m", "tests.sandbox.under_profile"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_bots_play_under_the_profile_that_is_shipped() -> None:
    loaded = subprocess.run(["sh", "docker/apparmor/load.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert loaded.returncode == 0, loaded.stderr
    found = found_under("karma-arena-worker")
    assert found == {"label": "karma-arena-worker (enforce)", "missing": [], "answer": "hello"}


@pytest.mark.parametrize(
    ("text", "profile"), [(DENIES_MOUNTS, "docker-default"), (DENIES_NAMESPACES, "denies-namespaces")]
)
def test_under_one_that_denies_jails_the_fix_is_told(text: str, profile: str) -> None:
    load(text)
    found = found_under(profile)
    assert found["label"] == f"{profile} (enforce)"
    sentence = found["missing"][0]
    assert f"by the profile {profile}" in sentence
    assert "sh docker/apparmor/load.sh" in sentence
    assert "--security-opt apparmor=karma-arena-worker" in sentence
