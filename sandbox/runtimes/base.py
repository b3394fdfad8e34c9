"""What a language runtime must say about itself. One folder per runtime; see `README.md` here for adding one."""

import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from sandbox.bwrap import Bind
from sandbox.limits import Limits

BOT = "/bot"
"""Where a program's files are in its jail, and where a build leaves its results (`/tmp/out`)."""
OUT = "/tmp/out"  # noqa: S108  inside the jail of a build
SOURCE = "/tmp/src"  # noqa: S108  inside the jail of a build


class Runtime(ABC):
    """A language. Instances have no state; everything about a program comes in as an argument."""

    name: str
    """As in a manifest: `python`."""
    title: str
    """For people: `Python`."""
    entries: tuple[str, ...]
    """File names that say that an upload is of this language, the most telling first."""
    is_source = True
    """The entry is text; not so where authors compile at home."""
    tool: str
    """The program that must be on this machine."""
    package: str
    """The Debian package that brings it."""
    as_limit = True
    """The address space can be capped. Not so where a runtime reserves far more than it uses."""
    is_warm = False
    """Games can start from a warm parent, which `warm_command` runs."""
    memory_signs: tuple[str, ...] = ()
    """Words on stderr by which the runtime says that memory ran out."""
    absent_entry = 'Add: entry = "..."'
    """What to do where a manifest names no entry and none of `entries` is there."""
    entry_in_jail: str | None = None
    """The file that a build makes, where it is not the source file itself."""

    def find_tool(self) -> str | None:
        return shutil.which(self.tool)

    def available(self) -> bool:
        return not self.missing()

    def missing(self) -> str:
        """Empty, or a sentence that says what this machine lacks."""
        if self.find_tool():
            return ""
        return f"{self.title} bots cannot run here: {self.tool} is not installed. Fix: apt-get install {self.package}"

    def version(self) -> str:
        """For authors, such as `gcc (Debian 12.2.0) 12.2.0`; empty if the runtime is missing."""
        tool = self.find_tool()
        return _first_line(tool, self.version_flag) if tool else ""

    version_flag = "--version"

    def recognise(self, files: Collection[str]) -> str | None:
        """The entry file, if the upload looks like this language."""
        return next((entry for entry in self.entries if entry in files), None)

    def fit(self, limits: Limits) -> Limits:
        """The limits with what the runtime itself needs on top."""
        return limits

    @abstractmethod
    def build_script(self, entry: str, limits: Limits) -> str:
        """Shell commands, run in `SOURCE`, that leave everything needed at run time in `OUT`."""

    @abstractmethod
    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        """How to run a built program that lies in `folder`."""

    def bare_command(self, entry: str, limits: Limits, folder: str) -> tuple[str, ...]:
        """The same on the machine itself, for the development override."""
        return self.command(entry, limits, folder)

    def binds(self) -> tuple[Bind, ...]:
        """What a program needs beyond the system's libraries."""
        return ()

    def folders(self) -> tuple[Bind, ...]:
        """Folders of the system's libraries that a program needs, beside the libraries that programs name."""
        return ()

    def lasting_binds(self, nursery: Path | None) -> tuple[Bind, ...]:
        """What belongs to the runtime rather than to a program."""
        return (*self.binds(), *self.warm_binds(nursery))

    def build_binds(self) -> tuple[Bind, ...]:
        """What a build needs beyond /usr."""
        return self.binds()

    def warm_command(self) -> tuple[str, ...]:
        """The warm parent, with its control socket as stdin."""
        return ()

    def preload(self, files: Path) -> tuple[str, ...]:
        """Modules of the standard library that the warm parent of this program imports."""
        return ()

    def packages(self, files: Path) -> tuple[Bind, ...]:
        """Shared packages that this program imports; nothing for one that needs none."""
        return ()

    def package_environment(self) -> Mapping[str, str]:
        """Of a program that has some of them."""
        return {}

    def warm_binds(self, nursery: Path | None) -> tuple[Bind, ...]:
        """What the warm parent needs; `nursery` is the library of the same name, where it could be compiled."""
        return ()

    def environment(self, limits: Limits) -> Mapping[str, str]:
        """Of a running program."""
        return {}

    def warm_environment(self) -> Mapping[str, str]:
        """Of the warm parent, besides; its games do not see it."""
        return {}

    def build_environment(self) -> Mapping[str, str]:
        """Of a build, beside the usual PATH."""
        return {}


@cache
def _first_line(tool: str, flag: str) -> str:
    try:
        done = subprocess.run([tool, flag], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0].strip() if lines else ""


def more_threads(limits: Limits, pids: int, files: int, memory_mb: int = 0) -> Limits:
    """For runtimes with threads and descriptors of their own."""
    return replace(
        limits,
        pids=limits.pids + pids,
        files=max(limits.files, files),
        memory_mb=limits.memory_mb + memory_mb,
    )


def link_target(path: Path) -> Path:
    """Where a chain of links ends; Debian's `java` goes through /etc/alternatives, which no jail has."""
    return path.resolve()
