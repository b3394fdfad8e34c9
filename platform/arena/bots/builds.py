"""Built programs of versions, kept on each worker machine: built once per toolchain, in the sandbox, then reused.

The folder is a cache. Deleting it costs time only.
"""

import fcntl
import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

import sandbox
from arena.bots.large_files import stored_upload
from arena.bots.models import BotVersion
from arena.bots.unpacked import unpacked
from sandbox import RUNTIMES, BuildResult, BuiltProgram


class BuildFailedError(Exception):
    """The version does not build; ``log`` is for its owner."""

    def __init__(self, log: str) -> None:
        super().__init__("The program does not build.")
        self.log = log


def cache_folder() -> Path:
    return Path(settings.DATA_DIR) / "built"


def built_program(version: BotVersion) -> BuiltProgram:
    """The program of a version, ready to run. Raises ``BuildFailedError`` or ``sandbox.SandboxUnavailable``."""
    place = cache_folder() / _key(version)
    if (program := _load(place)) is not None:
        return program
    with _lock(place):
        return _load(place) or _build(version, place)


def build_result(version: BotVersion, out: Path) -> BuildResult:
    """Build into ``out``, whatever comes of it: the check shows the log either way."""
    with unpacked(stored_upload(version)) as folder:
        return sandbox.build(folder, out)


def _build(version: BotVersion, place: Path) -> BuiltProgram:
    """Into a folder beside, then renamed: a worker that dies in the middle leaves nothing half-built in place."""
    fresh = Path(tempfile.mkdtemp(prefix="building-", dir=place.parent))
    fresh.chmod(0o755)  # bots run under users of their own
    try:
        result = build_result(version, fresh / "program")
        if result.program is None:
            raise BuildFailedError(result.log)
        shutil.rmtree(place, ignore_errors=True)
        (fresh / "program").rename(place)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return BuiltProgram.load(place)


def _load(place: Path) -> BuiltProgram | None:
    return BuiltProgram.load(place) if place.is_dir() else None


def _key(version: BotVersion) -> str:
    """A new compiler or interpreter means a new build."""
    runtime = RUNTIMES[version.runtime]
    return hashlib.sha256(f"{version.content_hash}|{runtime.name}|{runtime.version()}".encode()).hexdigest()[:32]


@contextmanager
def _lock(place: Path) -> Iterator[None]:
    """One build of a version at a time on this machine; the others wait and find it done."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.parent.chmod(0o755)
    with place.with_suffix(".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
