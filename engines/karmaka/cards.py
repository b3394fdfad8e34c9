"""The 64 cards. A card is its *kind*, 0..22; copies of a kind are all alike. What a card does: ``abilities``."""

from collections.abc import Iterable
from typing import Final

from engines.errors import UnknownCardError

BLUE: Final = 0
GREEN: Final = 1
RED: Final = 2
MOSAIC: Final = 3

TRANSMIGRATE: Final = 0
PEEK: Final = 1
DESTINY: Final = 2
STOLEN_DREAMS: Final = 3
DENIAL: Final = 4
THIEVERY: Final = 5
SWINDLE: Final = 6
ANOTHER_DAY: Final = 7
RECYCLE: Final = 8
LONGEVITY: Final = 9
SOWING: Final = 10
SALVAGE: Final = 11
VOYAGE: Final = 12
JUBILEE: Final = 13
PANIC: Final = 14
DWINDLE: Final = 15
CRISIS: Final = 16
ROULETTE: Final = 17
HELLS_HEART: Final = 18
VENGEANCE: Final = 19
SPITE: Final = 20
EMBODY: Final = 21
MIMIC: Final = 22

# Name, colour, points, copies: what is printed on the card, in the order of the kinds above.
_PRINTED: Final[tuple[tuple[str, int, int, int], ...]] = (
    ("Transmigrate", BLUE, 1, 3),
    ("Peek", BLUE, 1, 3),
    ("Destiny", BLUE, 2, 3),
    ("Stolen Dreams", BLUE, 2, 3),
    ("Denial", BLUE, 2, 3),
    ("Thievery", BLUE, 3, 2),
    ("Swindle", BLUE, 3, 2),
    ("Another Day", GREEN, 1, 3),
    ("Recycle", GREEN, 1, 3),
    ("Longevity", GREEN, 2, 3),
    ("Sowing", GREEN, 2, 3),
    ("Salvage", GREEN, 2, 3),
    ("Voyage", GREEN, 3, 2),
    ("Jubilee", GREEN, 3, 2),
    ("Panic", RED, 1, 3),
    ("Dwindle", RED, 1, 3),
    ("Crisis", RED, 2, 3),
    ("Roulette", RED, 2, 3),
    ("Hell's Heart", RED, 2, 3),
    ("Vengeance", RED, 3, 2),
    ("Spite", RED, 3, 2),
    ("Embody", MOSAIC, 1, 5),
    ("Mimic", MOSAIC, 1, 2),
)

KINDS: Final = 23
CARDS: Final = 64
NO_CARD: Final = -1
UNKNOWN: Final = 31
"""Stands for a card that nobody has looked up yet while a state is rebuilt from a view."""

NAMES: Final[tuple[str, ...]] = tuple(name for name, _, _, _ in _PRINTED)
COLOUR: Final[tuple[int, ...]] = tuple(colour for _, colour, _, _ in _PRINTED)
POINTS: Final[tuple[int, ...]] = tuple(points for _, _, points, _ in _PRINTED)
COPIES: Final[tuple[int, ...]] = tuple(copies for _, _, _, copies in _PRINTED)
_FULL_DECK: Final[list[int]] = [kind for kind in range(KINDS) for _copy in range(COPIES[kind])]
_WORTH: Final = (1, 256, 65536, 1 + 256 + 65536)
"""A point of each colour: blue, green and red share a number, eight bits for each, and mosaic counts in all."""
_POINTS_BY_COLOUR: Final[tuple[int, ...]] = tuple(points * _WORTH[colour] for _, colour, points, _ in _PRINTED)
_KIND_OF: Final[dict[str, int]] = {
    spelling: kind for kind, name in enumerate(NAMES) for spelling in (name, name.casefold())
}


def full_deck() -> list[int]:
    """All 64 cards, sorted by kind."""
    return _FULL_DECK[:]


def names_of(kinds: Iterable[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]


def kind_of(name: str) -> int:
    """The kind of a card name; upper and lower case are the same. Raises ``UnknownCardError``."""
    kind = _KIND_OF.get(name)  # as views spell it
    if kind is None:
        kind = _KIND_OF.get(name.strip().casefold())
    if kind is None:
        raise UnknownCardError(f"Karmaka has no card called {name!r}. Cards: {', '.join(NAMES)}.")
    return kind


def score_of(deeds: tuple[int, ...]) -> int:
    """The best of red, green and blue; mosaic Deeds count for every colour."""
    points = 0
    for kind in deeds:
        points += _POINTS_BY_COLOUR[kind]
    blue_or_green = max(points & 255, points >> 8 & 255)
    return max(blue_or_green, points >> 16)
