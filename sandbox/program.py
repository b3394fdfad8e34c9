"""A built program: a folder of plain files that anybody may read, and how to run it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sandbox.runtimes import RUNTIMES
from sandbox.runtimes.base import Runtime

_NOTE = "program.json"
_FILES = "files"


@dataclass(frozen=True, slots=True)
class BuiltProgram:
    """The result of a build; `BuiltProgram.load(out)` finds it again later, also in another process."""

    folder: Path
    """Holds the files under `files/` and a note about them."""
    runtime_name: str
    entry: str

    @property
    def runtime(self) -> Runtime:
        return RUNTIMES[self.runtime_name]

    @property
    def files(self) -> Path:
        return self.folder / _FILES

    def save(self) -> None:
        note = {"runtime": self.runtime_name, "entry": self.entry}
        (self.folder / _NOTE).write_text(json.dumps(note) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Self:
        note = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
        return cls(folder, note["runtime"], note["entry"])


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What came of a build. `log` is for the author, whatever the outcome."""

    ok: bool
    log: str
    seconds: float
    program: BuiltProgram | None = None
    runtime: str = ""
    version: str = ""
