"""Both ways in which AppArmor stops a jail are told apart, each with the command that mends it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from sandbox import apparmor, host

ROOT = Path(host.__file__).resolve().parents[1]
FOLDER = ROOT / "docker" / "apparmor"


@pytest.mark.parametrize(
    ("label", "restricted", "words"),
    [
        ("", False, ""),
        ("unconfined", False, ""),
        ("docker-default (complain)", False, ""),
        ("karma-arena-worker (enforce)", True, ""),
        ("karma-arena-worker//bwrap (enforce)", True, ""),
        ("docker-default (enforce)", False, "profile docker-default, which denies the mounts"),
        ("containers-default-0.50 (enforce)", True, "profile containers-default-0.50"),
        ("unconfined", True, "apparmor=unconfined does not help"),
    ],
)
def test_each_block_has_its_own_sentence(label: str, restricted: bool, words: str) -> None:
    said = apparmor.fix(label, is_restricted=restricted)
    assert words in said
    assert bool(said) == bool(words)
    if said:
        assert "sh docker/apparmor/load.sh" in said
        assert "--security-opt apparmor=karma-arena-worker" in said


def test_a_machine_that_apparmor_blocks_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: Failed to make / slave: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(apparmor, "label", lambda: "docker-default (enforce)")
    missing = host.examine(search_path=str(tmp_path)).missing[0]
    assert "Failed to make / slave" in missing
    assert "docker-default, which denies the mounts" in missing


def parser() -> str:
    found = shutil.which("apparmor_parser", path="/usr/sbin:/sbin:/usr/bin")
    if found is None:
        pytest.skip("There is no apparmor_parser. Run as root: apt-get install -y --no-install-recommends apparmor")
    return found


def test_the_profile_is_one_and_allows_what_a_jail_is_made_of(tmp_path: Path) -> None:
    program = parser()
    shown = subprocess.run(
        ["sh", str(FOLDER / "load.sh"), "--print"], capture_output=True, text=True, check=True
    ).stdout
    lines = {line.strip() for line in shown.splitlines()}
    assert {"mount,", "umount,", "pivot_root,"} <= lines
    assert "userns," in (FOLDER / "karma-arena-worker").read_text()
    (tmp_path / "profile").write_text(shown)
    command = [program, "--skip-kernel-load", "--skip-cache", str(tmp_path / "profile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_profile_has_the_name_that_everything_else_uses() -> None:
    assert f"profile {apparmor.PROFILE} " in (FOLDER / "karma-arena-worker").read_text()
    for name in ("compose.yaml", "compose.worker.yaml"):
        assert f"apparmor=${{ARENA_APPARMOR:-{apparmor.PROFILE}}}" in (ROOT / "docker" / name).read_text()
