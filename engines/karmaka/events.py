"""The log of a game: what everyone saw, with the private parts kept beside it for those who saw more."""

from engines.interface import PUBLIC, Json
from engines.karmaka.slots import SPECTATOR


class Log:
    """Events in the order in which they happened: public part, who saw more (bits as in ``slots``), what more."""

    def __init__(self) -> None:
        self.entries: list[tuple[Json, int, Json]] = []

    def add(self, public: Json, seen: int = 0, private: Json | None = None) -> None:
        self.entries.append((public, seen, private or {}))

    def seen_by(self, seat: int, since: int) -> list[Json]:
        bit = SPECTATOR if seat == PUBLIC else (1, 2, 4, 8)[seat]
        return [
            {**_copied(public), **_copied(private)} if seen & bit else _copied(public)
            for public, seen, private in self.entries[max(since, 0) :]
        ]


def _copied(event: Json) -> Json:
    """A copy that its reader may change. Values of events are plain, or lists of plain values."""
    return {key: value[:] if isinstance(value, list) else value for key, value in event.items()}
