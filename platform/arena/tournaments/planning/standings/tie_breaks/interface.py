"""The one interface of all tie-breaks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained
from arena.tournaments.planning.values import EntrantId

Evaluate: TypeAlias = Callable[[Book, tuple[EntrantId, ...]], Mapping[EntrantId, Explained]]
"""From the book and a group of tied entrants to a value for each of them; higher is better."""


@dataclass(frozen=True)
class TieBreak:
    name: str
    title: str
    evaluate: Evaluate
    depends_on_tied: bool = False
    """True when a value only means something among the entrants that are tied (direct encounter)."""


def one_by_one(name: str, title: str, value: Callable[[Book, EntrantId], Explained]) -> TieBreak:
    """A tie-break that looks at one entrant at a time."""
    return TieBreak(name, title, lambda book, tied: {entrant: value(book, entrant) for entrant in tied})
