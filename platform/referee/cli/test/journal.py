"""The file of a test: what is tested, then a line for every unit, so that a stopped test goes on where it was."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from referee.entrants import bot_name
from referee.series import SeriesError
from referee.versions.plan import Unit
from referee.words import t

FORMAT = "karma-arena-version-test"
_PROGRAM_FILES = 2_000
"""Far more than a bot has: somebody who names the home folder is told so instead of waiting."""


@dataclass(frozen=True)
class Header:
    """What must be the same when a test goes on. Programs are known by what is in them."""

    variant: str
    new: str
    old: str
    field: tuple[str, ...]
    is_pool: bool
    seed: str
    decision_ms: int
    bank_ms: int
    elo0: float
    """With the next three, the question: asked anew after a look at the games, its error rates would not hold."""
    elo1: float
    alpha: float
    beta: float

    def json(self) -> dict[str, Any]:
        return {"format": FORMAT, **{name: getattr(self, name) for name in self.__dataclass_fields__}}


def fingerprint(address: str) -> str:
    """Name of a bot and a hash of its files: a changed program is another one."""
    place = Path(address)
    if not place.exists():
        return address
    digest = sha256()
    files = [path for path in _files(place) if path.is_file()] if place.is_dir() else [place]
    for path in sorted(files):
        digest.update(str(path.relative_to(place)).encode() + b"\0" + sha256(path.read_bytes()).digest())
    return f"{bot_name(place)}:{digest.hexdigest()[:16]}"


def _files(folder: Path) -> Iterator[Path]:
    for number, path in enumerate(folder.rglob("*")):
        if number > _PROGRAM_FILES:
            raise SeriesError(
                t(
                    "{folder} holds more than {most} files. Name the folder of one bot.",
                    folder=str(folder),
                    most=_PROGRAM_FILES,
                )
            )
        if not any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(folder).parts):
            yield path


class Journal:
    """Appended to after every unit; a line that a crash cut short is dropped and its unit played again."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.units: list[Unit] = []
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if data:
            self._check(data.partition(b"\n")[0], header)  # before anything is changed: it may be somebody's own file
            self.units = self._read(data[:whole].splitlines()[1:])
        self._file = path.open("ab")
        if data:
            os.truncate(path, whole)
        else:
            self._append(header.json())

    def _read(self, lines: list[bytes]) -> list[Unit]:
        try:
            return [_unit(orjson.loads(line)) for line in lines]
        except (ValueError, KeyError, TypeError) as error:
            raise SeriesError(t("{file} is damaged. Delete it to begin anew.", file=str(self.path))) from error

    def _check(self, first: bytes, header: Header) -> None:
        wanted = orjson.loads(orjson.dumps(header.json()))
        try:
            line = orjson.loads(first)
        except orjson.JSONDecodeError:
            line = None
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise SeriesError(t("{file} is not the file of a test. Name another with --file.", file=str(self.path)))
        different = [name for name in wanted if line.get(name) != wanted[name]]
        if different:
            raise SeriesError(
                t(
                    "{file} belongs to another test: {fields} changed since. Delete it to begin anew, or name another "
                    "file with --file.",
                    file=str(self.path),
                    fields=", ".join(different),
                )
            )

    def add(self, unit: Unit) -> None:
        self.units.append(unit)
        self._append(
            {
                "unit": unit.number,
                "new": str(unit.new),
                "old": str(unit.old),
                "games": unit.games,
                "new_faults": unit.new_faults,
                "old_faults": unit.old_faults,
                "luck": unit.luck,
            }
        )

    def _append(self, line: dict[str, Any]) -> None:
        self._file.write(orjson.dumps(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def seed_in(path: Path) -> str | None:
    """The seed of a test that was begun, for those who go on without naming it."""
    try:
        with path.open("rb") as file:
            line = orjson.loads(file.readline())
    except (FileNotFoundError, orjson.JSONDecodeError):
        return None
    seed = line.get("seed") if isinstance(line, dict) else None
    return seed if isinstance(seed, str) else None


def _unit(line: dict[str, Any]) -> Unit:
    return Unit(
        line["unit"], Fraction(line["new"]), Fraction(line["old"]), line["games"], line["new_faults"],
        line["old_faults"], line.get("luck"),
    )  # fmt: skip
