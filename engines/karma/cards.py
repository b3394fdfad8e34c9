"""The 60 cards and the way zones without order are kept.

A card is its *kind*: 0..15 are the numbers 1..16, then T, B, F and G. There are three of each.

A zone without order (hand, face-up cards, box) is one integer with three bits per kind: 000, 001, 011 or 111 for
0, 1, 2 or 3 copies. So bit ``3 * kind + count - 1`` says "at least ``count`` copies are here", which is also the
id of the action "play ``count`` of them": a hand masked by what fits *is* the list of legal plays.
"""

from collections.abc import Iterable
from typing import Final

from engines.errors import UnknownCardError

KINDS: Final = 20
COPIES: Final = 3
CARDS: Final = 60
_FULL_DECK: Final[list[int]] = [kind for kind in range(KINDS) for _copy in range(COPIES)]
PLAY_TABLE_CARD: Final = 16
BOTTOMS_UP: Final = 17
FIVE_OR_BELOW: Final = 18
GIVE_THE_PILE: Final = 19
NO_CARD: Final = -1
"""An empty slot, or the top of an empty pile."""

EMPTY: Final = 0
"""A zone without cards."""
SINGLES: Final = 0o11111111111111111111
"""One card of every kind: masks a zone so that only single cards remain."""

NAMES: Final[tuple[str, ...]] = (*(str(number) for number in range(1, 17)), "T", "B", "F", "G")
_KIND_OF: Final[dict[str, int]] = {name: kind for kind, name in enumerate(NAMES)}


def full_deck() -> list[int]:
    """All 60 cards, ascending by kind."""
    return _FULL_DECK[:]


def add(zone: int, kind: int, count: int = 1) -> int:
    """The zone with more cards of a kind."""
    shift = 3 * kind
    old = zone >> shift & 7
    new = (old << count) + (1 << count) - 1
    return zone + (new - old << shift)


def remove(zone: int, kind: int, count: int = 1) -> int:
    """The zone with fewer cards of a kind; taking out more than there are leaves none."""
    shift = 3 * kind
    old = zone >> shift & 7
    return zone - (old - (old >> count) << shift)


def size(zone: int) -> int:
    return zone.bit_count()


def cards_in(zone: int) -> list[int]:
    """Kinds in ascending order, one entry per card: every bit is one, whichever bits of a kind are set."""
    kinds: list[int] = []
    rest = zone
    while rest:
        lowest = rest & -rest
        kinds.append((lowest.bit_length() - 1) // 3)
        rest -= lowest
    return kinds


def zone_of(kinds: Iterable[int]) -> int:
    zone = EMPTY
    for kind in kinds:
        zone = add(zone, kind)
    return zone


def names_of(kinds: Iterable[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]


def kind_of(name: str) -> int:
    """The kind that a name stands for. Raises ``UnknownCardError``."""
    kind = _KIND_OF.get(name)
    if kind is None:
        raise UnknownCardError(f"Karma has no card called {name!r}. Cards: 1 to 16, T, B, F and G.")
    return kind


def parse(cards: str | Iterable[str | int]) -> list[int]:
    """Kinds from names: ``"3 7 T"`` or ``["3", 7, "T"]``."""
    names = cards.replace(",", " ").split() if isinstance(cards, str) else cards
    return [kind_of(str(name)) for name in names]
