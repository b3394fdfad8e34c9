"""The 54 cards as small integers, and their short names.

A card number is a *kind*: 0..23 are the castle parts (every part exists once), then diamond, fairy and witch.
Texts name them ``R1``..``R6``, ``B1``.., ``Y1``.., ``G1``.., ``D``, ``F`` and ``W``.
"""

from collections.abc import Sequence
from typing import Final

from engines.errors import UnknownCardError

PARTS: Final = 24
"""Kinds below this number are castle parts; part ``p`` is number ``p % 6 + 1`` of colour ``p // 6``."""
PARTS_PER_CASTLE: Final = 6
DIAMOND: Final = 24
FAIRY: Final = 25
WITCH: Final = 26
KINDS: Final = 27

DIAMONDS: Final = 20
FAIRIES: Final = 3
WITCHES: Final = 7
DECK_SIZE: Final = 54

COLOUR_LETTERS: Final = "RBYG"
NO_COLOUR: Final = -1

COPIES: Final[list[int]] = [1] * PARTS + [DIAMONDS, FAIRIES, WITCHES]
"""How many cards of each kind the game has."""
_FULL_DECK: Final[list[int]] = [kind for kind in range(KINDS) for _copy in range(COPIES[kind])]

CARD_NAMES: Final[list[str]] = [f"{letter}{part}" for letter in COLOUR_LETTERS for part in range(1, 7)] + [
    "D",
    "F",
    "W",
]

# A set of castle parts is one integer with a bit per part, so each colour has six bits next to each other.
NO_PARTS: Final = 0
PART_BIT: Final[list[int]] = [2**part for part in range(PARTS)]
"""The set of a single part."""
COLOUR_BITS: Final = 63
"""Masks the bits of the first colour, and of any other once they are shifted there."""
COLOUR_PARTS: Final[list[int]] = [COLOUR_BITS << PARTS_PER_CASTLE * colour for colour in range(4)]
"""The set of all parts of a colour."""
PARTS_OF_COLOUR: Final[list[list[list[int]]]] = [
    [
        [PARTS_PER_CASTLE * colour + at for at in range(PARTS_PER_CASTLE) if bits >> at & 1]
        for bits in range(COLOUR_BITS + 1)
    ]
    for colour in range(4)
]
"""The parts of a colour, ascending, by its six bits of a set."""
COUNT_OF_BITS: Final[list[int]] = [bits.bit_count() for bits in range(COLOUR_BITS + 1)]

_KIND_OF_NAME: Final[dict[str, int]] = {name: kind for kind, name in enumerate(CARD_NAMES)}


def parts_in(parts: int) -> list[int]:
    """The parts of a set, ascending."""
    held = PARTS_OF_COLOUR[0][parts & 63][:]
    for colour in range(1, 4):
        held += PARTS_OF_COLOUR[colour][parts >> PARTS_PER_CASTLE * colour & COLOUR_BITS]
    return held


def size(parts: int) -> int:
    """How many parts a set has."""
    counts = COUNT_OF_BITS
    return counts[parts & 63] + counts[parts >> 6 & 63] + counts[parts >> 12 & 63] + counts[parts >> 18]


def full_deck() -> list[int]:
    """All 54 cards, ascending by kind."""
    return _FULL_DECK[:]


def counts_of_cards(cards: list[int]) -> list[int]:
    """Copies per kind."""
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return counts


def names(cards: list[int]) -> list[str]:
    return [CARD_NAMES[kind] for kind in cards]


def kind_of(name: str) -> int:
    """The kind of a card name; upper or lower case."""
    kind = _KIND_OF_NAME.get(name.upper())
    if kind is None:
        raise UnknownCardError(
            f"There is no card called {name!r}. Castle parts are R1 to R6, B1 to B6, Y1 to Y6 and G1 to G6; "
            "D is a diamond, F a fairy, W a witch."
        )
    return kind


def words(cards: str | Sequence[str] | None) -> list[str]:
    """The names in a text like ``"R1 D, D"`` or in a list."""
    if cards is None:
        return []
    return cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)


def kinds_of(cards: str | Sequence[str]) -> list[int]:
    """The kinds that are named, in their order."""
    return [kind_of(name) for name in words(cards)]


def colour_of(letter: str) -> int:
    """The colour of a letter like ``R``."""
    if len(letter) != 1 or letter.upper() not in COLOUR_LETTERS:
        raise UnknownCardError(f"There is no colour called {letter!r}. Colours are R, B, Y and G.")
    return COLOUR_LETTERS.index(letter.upper())
