"""What was compared is kept in a file, so that a run of hours can be stopped and goes on where it was.

A line per chunk of games. Lines of other sources, of the engines or of the oracles, count for nothing.
"""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

from engines.compiled import key
from tests.engines.oracles.comparing import Played

HERE = Path(__file__).resolve().parent


def sources() -> str:
    """A hash of everything that a comparison depends on."""
    whole = hashlib.sha256(key().encode())
    for path in sorted(HERE.rglob("*.py")):
        whole.update(f"{path.relative_to(HERE)}|".encode() + path.read_bytes())
    return whole.hexdigest()[:24]


class Kept:
    """The chunks that were compared before, in a file or, without one, nowhere."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.sources = sources()
        self.chunks: dict[tuple[str, range], Played] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            entry: dict[str, Any] = json.loads(line)
        except json.JSONDecodeError:
            return  # the run was stopped while it wrote this line: the games are played again
        if entry["sources"] == self.sources:
            games = range(entry["first"], entry["first"] + entry["games"])
            self.chunks[entry["variant"], games] = Played(
                entry["games"], entry["capped"], Counter(entry["happened"]), Counter(entry["rare"])
            )

    def find(self, slug: str, games: range) -> Played | None:
        return self.chunks.get((slug, games))

    def add(self, slug: str, games: range, played: Played) -> None:
        if self.path is None:
            return
        entry = {
            "sources": self.sources,
            "variant": slug,
            "first": games.start,
            "games": played.games,
            "capped": played.capped,
            "happened": played.happened,
            "rare": played.rare,
        }
        with self.path.open("a") as file:
            file.write(f"\n{json.dumps(entry)}\n")  # begins a line of its own, even after a torn one
