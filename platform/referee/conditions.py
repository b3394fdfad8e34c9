"""What a bot may use: packages, memory, time, and its size. One list for the doctor, the service and uploads.

The defaults are those of an arena whose operator changed nothing. An arena tells its own at ``/api/v1/conditions``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import sandbox
from referee.clock import TimeControl
from referee.words import t
from sandbox.runtimes.python.packages import Package, installed, pinned

MIB = 1024 * 1024
UPLOAD_MB = 32
"""Room for a model of 20 MB, packed. It is read into memory by the request that brings it."""
_CLOCK = TimeControl()
FILES = 200
"""Counted before anything is unpacked. Bots have a handful; a project that forgot to leave out its ``node_modules`` has
thousands, and is told so here instead of after minutes of building."""


def unpacked_bytes(upload_bytes: int) -> int:
    """Half as much again. It is held in memory while it is read, and lies twice in the jail of a build."""
    return upload_bytes * 3 // 2


@dataclass(frozen=True)
class Conditions:
    memory_mb: int = sandbox.Limits().memory_mb
    cores: float = sandbox.Limits().cpu_cores
    threads: int = sandbox.Limits().pids
    tmp_mb: int = sandbox.Limits().tmp_mb
    upload_bytes: int = UPLOAD_MB * MIB
    """Of the file that is uploaded."""
    files: int = FILES
    control: TimeControl = _CLOCK
    packages: tuple[Package, ...] = ()
    """What Python bots may import without shipping it."""

    @property
    def unpacked_bytes(self) -> int:
        return unpacked_bytes(self.upload_bytes)

    @property
    def limits(self) -> sandbox.Limits:
        return replace(
            sandbox.Limits(), memory_mb=self.memory_mb, cpu_cores=self.cores, pids=self.threads, tmp_mb=self.tmp_mb
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "memory_mb": self.memory_mb,
            "cores": self.cores,
            "threads": self.threads,
            "tmp_mb": self.tmp_mb,
            "upload_bytes": self.upload_bytes,
            "unpacked_bytes": self.unpacked_bytes,
            "files": self.files,
            "decision_ms": self.control.decision_ms,
            "bank_ms": self.control.bank_ms,
            "start_ms": self.control.start_ms,
            "packages": [{"name": package.name, "version": package.version} for package in self.packages],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """Of an arena. Fields that are not known here are passed over: it may be newer."""
        return cls(
            memory_mb=told["memory_mb"],
            cores=told["cores"],
            threads=told["threads"],
            tmp_mb=told["tmp_mb"],
            upload_bytes=told["upload_bytes"],
            files=told["files"],
            control=TimeControl(told["decision_ms"], told["bank_ms"], told["start_ms"]),
            packages=tuple(Package(one["name"], one["version"]) for one in told["packages"]),
        )


def of_this_machine() -> Conditions:
    """The usual ones, with the packages as they are installed here, or as they would be."""
    return Conditions(packages=installed() or pinned())


def too_large(folder: Path, conditions: Conditions) -> str:
    """Why this folder would not be taken, with what to do; empty if it would. Hidden files stay at home."""
    files = files_of(folder)
    size = sum(path.stat().st_size for path in files)
    if len(files) > conditions.files:
        return t(
            "It has {count} files; at most {most} are taken. Move out what the bot does not need to play.",
            count=len(files),
            most=conditions.files,
        )
    if size > conditions.unpacked_bytes:
        largest = max(files, key=lambda path: path.stat().st_size)
        return t(
            "It has {size} MB; at most {most} MB are taken, and {packed} MB packed. The largest file is {largest}, "
            "{largest_size} MB: make it smaller, or leave it out.",
            size=size / 1e6,
            most=conditions.unpacked_bytes / 1e6,
            packed=conditions.upload_bytes / 1e6,
            largest=str(largest.relative_to(folder)),
            largest_size=largest.stat().st_size / 1e6,
        )
    return ""


LEFT_OUT = {"__pycache__", "node_modules", "target", ".git", ".venv", "venv", ".mypy_cache", ".pytest_cache"}
"""What tools make again. The arena builds for itself."""


def files_of(folder: Path) -> list[Path]:
    """What an upload of the folder holds, in a fixed order."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and _belongs(path.relative_to(folder))]


def _belongs(path: Path) -> bool:
    return not any(part in LEFT_OUT or part.startswith(".") for part in path.parts)
