"""Copies of what a jail sees, in memory: a bot that times how it reads a file learns nothing about who read it before.

Files on a disk come into the kernel's cache when somebody reads them, and names that do not exist are remembered too:
a notice board between jails. On a tmpfs every page is there from the start and names are not remembered. The copies lie
in a folder that all workers of a user share, each under a name made of what it was copied from. Who uses one holds a
lock on it; unused ones are removed after a while.
"""

import contextlib
import fcntl
import fnmatch
import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER_VARIABLE = "KARMA_SANDBOX_MEMORY"
_CANDIDATES = ("/dev/shm", "/run/user/{uid}", tempfile.gettempdir())  # noqa: S108  checked to be ours
_ROOM = 64 * 1024 * 1024
"""Of a tmpfs that others use too, this much stays free."""
_KEEP_S = 600.0
"""A worker between two games of a bot does not copy anew; one that left gives its memory back soon."""
_BESIDE: tuple[tuple[Path, tuple[str, ...]], ...] = ((Path("/usr/lib/locale/C.utf8"), ()),)
"""What libraries read."""
_held: dict[Path, "_Held"] = {}
_guard = threading.RLock()


@dataclass(slots=True)
class _Held:
    """A copy that this process uses, by an open descriptor with a lock."""

    descriptor: int
    users: int = 0


class NoRoomError(Exception):
    """The copy cannot be made; the file itself has to do."""


@cache
def store() -> Path | None:
    """A folder of ours on a tmpfs from which programs can be run; None if there is none."""
    if not all(Path(path).is_symlink() for path in ("/lib", "/lib64") if Path(path).exists()):
        return None  # an old layout, where the libraries are not below /usr
    named = os.environ.get(FOLDER_VARIABLE)
    for candidate in [named] if named else _CANDIDATES:
        folder = Path(candidate.format(uid=os.getuid()))
        if folder.is_dir() and _is_memory(folder) and not os.statvfs(folder).f_flag & os.ST_NOEXEC:
            ours = folder / f"karma-sandbox-{os.getuid()}"
            with contextlib.suppress(OSError):
                ours.mkdir(mode=0o700, exist_ok=True)
                if _is_ours(ours):
                    return ours
    return None


def _is_ours(folder: Path) -> bool:
    """Nobody else may have put files there, nor read what is not theirs."""
    status = folder.lstat()
    return status.st_uid == os.getuid() and status.st_mode & 0o170777 == 0o040700


def _is_memory(folder: Path) -> bool:
    """Is it on a tmpfs? The mount with the longest path that leads to it decides, and of equals the last."""
    try:
        rows = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return False
    where = folder.resolve()
    mounts = [(row[1], row[2]) for row in rows if len(row) > 2 and where.is_relative_to(row[1])]
    return bool(mounts) and max(enumerate(mounts), key=lambda one: (len(one[1][0]), one[0]))[1][1] == "tmpfs"


def _walk(source: Path, without: Sequence[str]) -> Iterator[Path]:
    """Everything below, folders before what is in them, in a fixed order."""
    for entry in sorted(os.scandir(source), key=lambda one: one.name):
        if not any(fnmatch.fnmatchcase(entry.name, pattern) for pattern in without):
            yield Path(entry.path)
            if entry.is_dir(follow_symlinks=False) and not fnmatch.fnmatchcase(entry.name, "*-packages"):
                yield from _walk(Path(entry.path), without)


def _sign(paths: Iterable[Path]) -> tuple[str, int]:
    """What the copy is named after, and its size."""
    digest, size = hashlib.sha256(), 0
    for path in paths:
        status = path.lstat()
        digest.update(f"{path} {status.st_mode} {status.st_size} {status.st_mtime_ns} {status.st_ino}\n".encode())
        size += -(-status.st_size // 4096) * 4096
    return digest.hexdigest()[:24], size


def _copy_one(source: Path, target: Path) -> None:
    if source.is_symlink():
        target.symlink_to(source.readlink())
    elif source.is_dir():
        target.mkdir()
        target.chmod(0o755)
    elif source.is_file():
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o111 else 0o644)


def _hold(path: Path) -> bool:
    """Lock the copy against removal; False if it is not there (any more)."""
    if path in _held and path.is_dir():
        _held[path].users += 1
        return True
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        if os.fstat(descriptor).st_ino == path.stat().st_ino:
            os.utime(path)
            _held[path] = _Held(descriptor, 1)
            return True
    os.close(descriptor)
    return False


def _release(path: Path) -> None:
    held = _held.get(path)
    if held is not None:
        held.users -= 1
        if held.users == 0:
            os.close(held.descriptor)
            del _held[path]


def _make(name: str, size: int, pairs: Iterable[tuple[Path, str]]) -> Path:
    folder = store()
    if folder is None:
        raise NoRoomError
    path = folder / name
    if _hold(path):
        return path
    sweep(folder)
    free = os.statvfs(folder)
    if free.f_bavail * free.f_frsize < size + _ROOM:
        raise NoRoomError
    fresh = Path(tempfile.mkdtemp(prefix="new-", dir=folder))
    try:
        fresh.chmod(0o755)
        for source, target in pairs:
            (fresh / target).parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            _copy_one(source, fresh / target)
        with contextlib.suppress(OSError):  # somebody else was faster
            fresh.rename(path)
    except OSError as error:
        raise NoRoomError(str(error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    if not _hold(path):
        raise NoRoomError
    return path


class Copies:
    """The copies that one jail uses, until it is closed."""

    def __init__(self) -> None:
        self._tops: list[Path] = []

    def _keep(self, paths: Sequence[Path], pairs: Sequence[tuple[Path, str]]) -> Path:
        name, size = _sign(paths)
        with _guard:
            top = _make(name, size, pairs)
        self._tops.append(top)
        return top

    def of(self, source: Path, without: Sequence[str] = ()) -> Path:
        """The same file or folder in memory, or the source itself where that cannot be."""
        try:
            paths = [source, *(_walk(source, without) if source.is_dir() else ())]
            names = [f"top/{path.relative_to(source)}".removesuffix("/.") for path in paths]
            return self._keep(paths, list(zip(paths, names, strict=True))) / "top"
        except (OSError, NoRoomError):
            return source

    def libraries(self, paths: Sequence[Path], folders: Sequence[tuple[Path, tuple[str, ...]]]) -> dict[str, Path]:
        """System libraries and folders, by the path at which a jail sees them; empty if there is no room."""
        places = [(place, without) for place, without in (*_BESIDE, *folders) if place.is_dir()]
        wanted = [*paths, *(inner for place, without in places for inner in (place, *_walk(place, without)))]
        try:
            pairs = [(path.resolve(), str(path.relative_to("/usr"))) for path in wanted]
            top = self._keep([*wanted, *(path for path, _ in pairs)], pairs)
            return {f"/usr/{folder.name}": folder for folder in sorted(top.iterdir())}
        except (OSError, NoRoomError):
            return {}

    def are_there(self) -> bool:
        """Some systems clear such folders away when a user logs out."""
        return all(top.is_dir() for top in self._tops)

    def close(self) -> None:
        with _guard:
            while self._tops:
                _release(self._tops.pop())


def programs_in(folder: Path, without: Sequence[str] = ()) -> list[Path]:
    """Files that may be programs or libraries."""
    if folder.is_file():
        return [folder]
    named = (path for path in _walk(folder, without) if not path.is_symlink() and path.is_file())
    return [path for path in named if path.stat().st_mode & 0o111 or ".so" in path.suffixes]


def sweep(folder: Path, keep_s: float = _KEEP_S) -> int:
    """Remove the copies that nobody has used for a while; says how many."""
    removed = 0
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime > time.time() - keep_s:
                continue
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                trash = path.with_name(f"old-{path.name}-{os.getpid()}")
                path.rename(trash)
                shutil.rmtree(trash, ignore_errors=True)
                removed += 1
            finally:
                os.close(descriptor)
    return removed
