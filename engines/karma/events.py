"""The log of a game: what everyone saw, with the few private parts kept beside it.

Only games started with ``record=True`` have a log. Every event has a number and a public part; ``private`` is added
for the one seat that saw more (the cards it was dealt or drew).
"""

from engines.interface import Json
from engines.logs import copied


class Log:
    """Events in the order in which they happened."""

    def __init__(self) -> None:
        self.entries: list[tuple[Json, int, Json]] = []

    def add(self, public: Json, owner: int = -1, private: Json | None = None) -> None:
        self.entries.append((public, owner, private or {}))

    def seen_by(self, seat: int, since: int) -> list[Json]:
        return [
            copied({**public, **private}) if owner == seat and seat >= 0 else copied(public)
            for public, owner, private in self.entries[max(since, 0) :]
        ]

    def save(self) -> list[list[object]]:
        return [[copied(public), owner, copied(private)] for public, owner, private in self.entries]

    def copy(self) -> "Log":
        other = Log()
        other.entries = [(copied(public), owner, copied(private)) for public, owner, private in self.entries]
        return other
