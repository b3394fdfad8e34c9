"""Finds or compiles the native parts; falls back to the Python ones where no compiler is at hand.

A binary lies in a cache folder under the hash of its source, so a new version never meets an old binary.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
FALLBACK = _HERE / "python.py"
# Static: inside the jail it starts in half the time, and needs nothing of the jail's libraries.
_PROGRAM = ("-static",)
_LIBRARY = ("-shared", "-fPIC", "-Wl,-z,now")


@dataclass(frozen=True, slots=True)
class Launcher:
    """How to run the step before bubblewrap, and where the step inside the jail is (None without a compiler)."""

    outside: tuple[str, ...]
    inside: Path | None
    nursery: Path | None = None
    """A library that makes the processes of a warm parent's games; without it the parent does so in Python."""

    @property
    def is_native(self) -> bool:
        return self.inside is not None


def cache_folder() -> Path:
    """`KARMA_SANDBOX_CACHE`, else the user's cache folder."""
    named = os.environ.get("KARMA_SANDBOX_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "karma-sandbox"
    try:
        return Path.home() / ".cache" / "karma-sandbox"
    except RuntimeError:  # a user without a home
        return Path(tempfile.gettempdir()) / f"karma-sandbox-{os.getuid()}"


def _compile(source: Path, target: Path, flags: tuple[str, ...]) -> bool:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return False
    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    if not _is_ours(target.parent):
        return False
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        fresh = Path(folder) / "fresh"
        command = [compiler, "-O2", "-Wall", *flags, "-o", str(fresh), str(source)]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        if done.returncode != 0:
            return False
        fresh.chmod(0o755)
        fresh.replace(target)  # atomic: two workers may do this at once
    return True


def _is_ours(path: Path) -> bool:
    """Nobody else may have put the binary there: we are going to run it, perhaps as root."""
    status = path.lstat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _binary(name: str, flags: tuple[str, ...]) -> Path | None:
    source = _HERE / f"{name}.c"
    target = cache_folder() / f"{name}-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}"
    try:
        if (target.is_file() or _compile(source, target, flags)) and _is_ours(target):
            return target
    except (OSError, subprocess.TimeoutExpired):
        pass  # a read-only home, a broken compiler: the fallback works everywhere
    return None


@cache
def find() -> Launcher:
    program = _binary("launch", _PROGRAM)
    if program is None:
        return fallback()
    return Launcher((str(program), "outside"), program, _binary("nursery", _LIBRARY))


def fallback() -> Launcher:
    return Launcher((sys.executable, "-I", "-S", str(FALLBACK), "outside"), None)
