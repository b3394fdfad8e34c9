"""The 64 cards, as the list of cards in the rules has them."""

from dataclasses import dataclass, field
from enum import Enum

WELL, OLD, MIXED = "well", "old", "mixed"
"""Where a face-down card came from: the present Well, an earlier one, or one cannot tell. Else ``hand 2``."""


class UsedOn(Enum):
    """Whom the card names before anything happens."""

    NOBODY = "-"
    RIVAL = "rival"
    ANYBODY = "anybody"


@dataclass(frozen=True)
class Kind:
    """What is printed on a card."""

    name: str
    colour: str
    points: int
    copies: int
    used_on: UsedOn
    extra_play: bool


@dataclass(eq=False)
class Card:
    """One physical card. Two Peeks are two cards: they are the same only if they are the same piece of paper."""

    kind: Kind
    seen_by: frozenset[int] = frozenset()
    """While it lies face down: the seats that know its face (and the spectator, if it lay open)."""
    source: str = field(default=WELL)
    """While it lies face down: where everybody saw it come from."""

    @property
    def name(self) -> str:
        return self.kind.name


_LIST = """
Transmigrate   blue    1  3  -
Peek           blue    1  3  rival    extra
Destiny        blue    2  3  -
Stolen Dreams  blue    2  3  rival
Denial         blue    2  3  -
Thievery       blue    3  2  rival
Swindle        blue    3  2  rival
Another Day    green   1  3  -        extra
Recycle        green   1  3  -
Longevity      green   2  3  anybody
Sowing         green   2  3  -
Salvage        green   2  3  -
Voyage         green   3  2  -        extra
Jubilee        green   3  2  -
Panic          red     1  3  anybody  extra
Dwindle        red     1  3  anybody
Crisis         red     2  3  rival
Roulette       red     2  3  -
Hell's Heart   red     2  3  rival
Vengeance      red     3  2  rival
Spite          red     3  2  rival
Embody         mosaic  1  5  -
Mimic          mosaic  1  2  -
"""


def _kind(line: str) -> Kind:
    name, rest = line[:15].strip(), line[15:].split()
    return Kind(name, rest[0], int(rest[1]), int(rest[2]), UsedOn(rest[3]), rest[-1] == "extra")


KINDS = tuple(_kind(line) for line in _LIST.strip().splitlines())
PLACES = {kind.name: place for place, kind in enumerate(KINDS)}
"""The place of each card in the list, by its name."""


def whole_pack() -> list[Card]:
    """All cards in the order of the list, before the first shuffle."""
    return [Card(kind) for kind in KINDS for _ in range(kind.copies)]


def sorted_names(cards: list[Card]) -> list[str]:
    """Cards without an order of their own, as they are written down: in the order of the list."""
    return sorted((card.name for card in cards), key=PLACES.__getitem__)


def different_names(cards: list[Card]) -> list[str]:
    """What one can ask for by name."""
    return sorted({card.name for card in cards}, key=PLACES.__getitem__)
