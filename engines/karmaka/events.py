"""The log of a game: what everyone saw, with the private parts kept beside it for those who saw more."""

from engines.interface import PUBLIC, Json
from engines.karmaka.slots import SPECTATOR
from engines.logs import copied


class Log:
    """Events in the order in which they happened: public part, who saw more (bits as in ``slots``), what more."""

    def __init__(self) -> None:
        self.entries: list[tuple[Json, int, Json]] = []

    def add(self, public: Json, seen: int = 0, private: Json | None = None) -> None:
        self.entries.append((public, seen, private or {}))

    def seen_by(self, seat: int, since: int) -> list[Json]:
        bit = SPECTATOR if seat == PUBLIC else (1, 2, 4, 8)[seat]
        return [
            copied({**public, **private}) if seen & bit else copied(public)
            for public, seen, private in self.entries[max(since, 0) :]
        ]

    def save(self) -> list[list[object]]:
        return [[copied(public), seen, copied(private)] for public, seen, private in self.entries]

    def copy(self) -> "Log":
        other = Log()
        other.entries = [(copied(public), seen, copied(private)) for public, seen, private in self.entries]
        return other
