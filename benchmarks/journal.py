"""A file with a line for everything that was measured: a long benchmark that was stopped goes on where it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import orjson

Row = TypeVar("Row")


class Journal(Generic[Row]):
    """Rows are dataclasses of plain values."""

    def __init__(self, file: Path, make: Callable[..., Row]) -> None:
        """A last line that a stop cut short is cut off, and measured again."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            file.write_bytes(whole)
        self.rows: list[Row] = [make(**orjson.loads(line)) for line in whole.splitlines()]
        self._file = file

    def add(self, row: Row) -> None:
        self.rows.append(row)
        with self._file.open("ab") as out:
            out.write(orjson.dumps(row) + b"\n")
