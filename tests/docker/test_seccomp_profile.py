"""The profile of the workers' containers, put on for real: the sandbox works under it, and little else does."""

import errno
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docker.files import FOLDER, ROOT
from tests.patience import PATIENCE_S
from tests.sandbox import ordinary

PROFILE = FOLDER / "seccomp-worker.json"
RULES: list[dict[str, Any]] = json.loads(PROFILE.read_text())["syscalls"]


def allowed() -> list[str]:
    return [
        name for rule in RULES if rule["action"] == "SCMP_ACT_ALLOW" and "args" not in rule for name in rule["names"]
    ]


@pytest.fixture
def scratch() -> Iterator[Path]:
    """Outside pytest's own folders, which an ordinary user may not enter."""
    folder = Path(tempfile.mkdtemp(prefix="karma-profile-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def confined(scratch: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """As in the container: the profile, an ordinary user, no capabilities, no new privileges."""
    whole = [sys.executable, "-m", "tests.docker.confined", str(PROFILE), sys.executable, *command]
    return subprocess.run(
        ordinary.command(whole, scratch), cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )


@pytest.mark.skipif(bool(ordinary.why_not()), reason=ordinary.why_not() or "possible")
def test_bots_of_every_language_are_built_and_play_in_full_jails_under_it(scratch: Path) -> None:
    done = confined(scratch, "-m", "tests.docker.play_in_jails")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["missing"] == []
    assert {"bubblewrap", "user-namespaces", "seccomp", "userns-disabled", "native-launcher"} <= set(found["layers"])
    assert found["answers"]["python"] == '{"hello": 1}'
    assert set(found["answers"].values()) <= {'{"hello": 1}', "not installed"}


REFUSED = {
    "bpf": 321, "kexec_load": 246, "init_module": 175, "keyctl": 250, "add_key": 248, "perf_event_open": 298,
    "userfaultfd": 323, "open_by_handle_at": 304, "ptrace": 101, "process_vm_readv": 310, "io_uring_setup": 425,
    "setns": 308, "chroot": 161, "reboot": 169, "swapon": 167, "settimeofday": 164, "acct": 163, "quotactl": 179,
    "name_to_handle_at": 303, "syslog": 103,
}  # fmt: skip
CALL = """
import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number):
    ctypes.set_errno(0)
    return ctypes.get_errno() if libc.syscall(number, -1, -1, -1, -1, -1, -1) == -1 else 0
print(json.dumps([call(int(number)) for number in sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform != "linux" or not sys.maxsize > 2**32, reason="the numbers are those of x86-64")
def test_calls_that_attack_the_kernel_are_refused() -> None:
    numbers = [str(number) for number in REFUSED.values()]
    whole = [sys.executable, "-m", "tests.docker.confined", str(PROFILE), sys.executable, "-c", CALL, *numbers]
    done = subprocess.run(whole, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    assert dict(zip(REFUSED, json.loads(done.stdout), strict=True)) == dict.fromkeys(REFUSED, errno.EPERM)
    assert not set(REFUSED) & set(allowed())


def test_sockets_of_strange_families_are_refused() -> None:
    families = {rule["args"][0]["value"] for rule in RULES if rule["names"] == ["socket"]}
    assert families == {1, 2, 10, 16}
    assert "socket" not in allowed()


def test_clone3_makes_the_c_library_fall_back() -> None:
    rule = next(rule for rule in RULES if "clone3" in rule["names"])
    assert (rule["action"], rule["errnoRet"]) == ("SCMP_ACT_ERRNO", errno.ENOSYS)


def test_no_call_is_named_twice_and_other_architectures_are_closed() -> None:
    assert len(allowed()) == len(set(allowed()))
    assert all(arch["subArchitectures"] == [] for arch in json.loads(PROFILE.read_text())["archMap"])
