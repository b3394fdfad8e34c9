"""Control groups, version 1 or 2, whichever this host lets us use; none is also an answer.

A jail gets a group of its own below the group of this process. Names carry our process id, so that a later process
can sweep away what a killed one left behind.
"""

import contextlib
import itertools
import os
import time
from dataclasses import dataclass
from pathlib import Path

from sandbox.limits import Limits

_NAME = "karma-sandbox"
_WANTED = ("memory", "pids", "cpu")
_PERIOD_US = 100_000
"""The kernel's own default: shorter ones cost switches, longer ones let a program burst."""
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where groups can be made. `roots` maps a controller to the folder in which jails get their folders."""

    version: int
    roots: dict[str, Path]

    @property
    def controllers(self) -> tuple[str, ...]:
        return tuple(self.roots)

    def layer(self) -> str:
        return f"cgroup-v{self.version}:{','.join(self.controllers)}"


def _mounts(table: str) -> list[tuple[str, str, set[str]]]:
    """(folder, type, options) of each cgroup mount in a mount table."""
    rows = (line.split() for line in table.splitlines())
    return [(row[1], row[2], set(row[3].split(","))) for row in rows if len(row) > 3 and row[2].startswith("cgroup")]


def _own_paths(table: str) -> dict[str, str]:
    """Our own group in each hierarchy: controller (or "" for version 2) to path."""
    paths = {}
    for line in table.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            paths[controller] = path
    return paths


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.mkdir()
        probe.rmdir()
    except OSError:
        return False
    return True


def _find_v1(mounts: list[tuple[str, str, set[str]]], own: dict[str, str]) -> Hierarchy | None:
    roots = {}
    for controller in _WANTED:
        for folder, kind, options in mounts:
            if kind == "cgroup" and controller in options:
                root = Path(folder + own.get(controller, "/")) / _NAME
                if _writable(root):
                    roots[controller] = root
    return Hierarchy(1, roots) if roots else None


def _enable_v2(group: Path) -> tuple[str, ...]:
    """Hand the controllers on to children. A group with processes of its own may not, so we step into a leaf."""
    offered = [name for name in _WANTED if name in (group / "cgroup.controllers").read_text().split()]
    switches = " ".join(f"+{name}" for name in offered)
    try:
        (group / "cgroup.subtree_control").write_text(switches)
    except OSError:
        leaf = group / f"{_NAME}-host"
        leaf.mkdir(exist_ok=True)
        (leaf / "cgroup.procs").write_text("0")
        (group / "cgroup.subtree_control").write_text(switches)
    return tuple(offered)


def _find_v2(mounts: list[tuple[str, str, set[str]]], own: dict[str, str]) -> Hierarchy | None:
    for folder, kind, _ in mounts:
        if kind != "cgroup2":
            continue
        path = own.get("", "/").removesuffix(f"/{_NAME}-host")
        group = Path(folder + path)
        try:
            offered = _enable_v2(group)
            root = group / _NAME
            if offered and _writable(root):
                (root / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in offered))
                return Hierarchy(2, dict.fromkeys(offered, root))
        except OSError:
            continue
    return None


def find(mount_table: str | None = None, own_table: str | None = None) -> Hierarchy | None:
    """The usable hierarchy. Version 2 with a memory controller wins over version 1; both may be absent."""
    try:
        mounts = _mounts(mount_table if mount_table is not None else Path("/proc/self/mounts").read_text())
        own = _own_paths(own_table if own_table is not None else Path("/proc/self/cgroup").read_text())
    except OSError:
        return None
    v2 = _find_v2(mounts, own)
    if v2 is not None and "memory" in v2.roots:
        return v2
    return _find_v1(mounts, own) or v2


class Group:
    """The group of one jail."""

    def __init__(self, hierarchy: Hierarchy, limits: Limits) -> None:
        self.version = hierarchy.version
        name = f"{os.getpid()}-{next(_numbers)}"
        self._folders = {controller: root / name for controller, root in hierarchy.roots.items()}
        for folder in set(self._folders.values()):
            folder.mkdir()
        self._oom_fd = -1
        self._limit(limits)

    def _write(self, controller: str, v1: str, v2: str, value: str) -> bool:
        folder = self._folders.get(controller)
        if folder is None:
            return False
        try:
            (folder / (v1 if self.version == 1 else v2)).write_text(value)
        except OSError:
            return False
        return True

    def _read(self, controller: str, v1: str, v2: str) -> str:
        folder = self._folders.get(controller)
        if folder is None:
            return ""
        try:
            return (folder / (v1 if self.version == 1 else v2)).read_text()
        except OSError:
            return ""

    def _limit(self, limits: Limits) -> None:
        memory = str(limits.memory_mb * 1024 * 1024)
        self._write("memory", "memory.limit_in_bytes", "memory.max", memory)
        if self.version == 1:
            self._write("memory", "memory.memsw.limit_in_bytes", "", memory)
        else:
            self._write("memory", "", "memory.swap.max", "0")
        # One more each for bubblewrap and for the parent of a warm start.
        self._write("pids", "pids.max", "pids.max", str(limits.pids + 4))
        quota = int(limits.cpu_cores * _PERIOD_US)
        if self.version == 1:
            self._write("cpu", "cpu.cfs_quota_us", "", str(quota))
        else:
            self._write("cpu", "", "cpu.max", f"{quota} {_PERIOD_US}")

    @property
    def entrances(self) -> list[str]:
        """Files into which a process writes "0" to join."""
        return [str(folder / "cgroup.procs") for folder in sorted(set(self._folders.values()))]

    @property
    def bounds_memory(self) -> bool:
        return "memory" in self._folders

    def peak_memory_bytes(self) -> int | None:
        text = self._read("memory", "memory.max_usage_in_bytes", "memory.peak").strip()
        return int(text) if text.isdigit() else None

    def oom_kills(self) -> int:
        """Read twice in every game, so its file stays open."""
        folder = self._folders.get("memory")
        if folder is None:
            return 0
        try:
            if self._oom_fd < 0:
                self._oom_fd = os.open(
                    folder / ("memory.oom_control" if self.version == 1 else "memory.events"),
                    os.O_RDONLY | os.O_CLOEXEC,
                )
            words = os.pread(self._oom_fd, 512, 0).split()
        except OSError:
            return 0
        return int(words[words.index(b"oom_kill") + 1]) if b"oom_kill" in words else 0

    def close(self) -> None:
        """Remove the group. Its processes must be dead; the kernel may need a moment to let go of them."""
        if self._oom_fd >= 0:
            os.close(self._oom_fd)
            self._oom_fd = -1
        if self.version == 2:
            self._write(next(iter(self._folders)), "", "cgroup.kill", "1")  # whatever controllers are on
        for folder in set(self._folders.values()):
            _remove(folder)


def _remove(folder: Path, patience_s: float = 2.0) -> None:
    end = time.monotonic() + patience_s
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > end:
                return  # the next sweep gets it
            time.sleep(0.001)
        else:
            return


def sweep(hierarchy: Hierarchy) -> int:
    """Remove the groups of processes that no longer exist; says how many."""
    removed = 0
    for root in set(hierarchy.roots.values()):
        for folder in root.iterdir():
            owner = folder.name.split("-")[0]
            if folder.is_dir() and owner.isdigit() and not Path(f"/proc/{owner}").exists():
                with contextlib.suppress(OSError):
                    folder.rmdir()
                    removed += 1
    return removed
