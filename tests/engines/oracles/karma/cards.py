"""The 60 cards of Karma."""

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, eq=False)
class Card:
    """A face. There is one object of each, so equal cards are the same object."""

    name: str
    number: int | None = None
    """1 to 16; None for a Karma card."""


TABLE_CARD = Card("T")
BOTTOMS_UP = Card("B")
FIVE_OR_BELOW = Card("F")
GIVE_THE_PILE = Card("G")

FACES = [*(Card(str(number), number) for number in range(1, 17)), TABLE_CARD, BOTTOMS_UP, FIVE_OR_BELOW, GIVE_THE_PILE]
"""All faces, in the order in which hands are sorted."""

_PLACES = {face.name: place for place, face in enumerate(FACES)}


def the_60_cards() -> list[Card]:
    return [face for face in FACES for _copy in range(3)]


def face(name: str) -> Card:
    return FACES[_PLACES[name]]


def in_order(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: _PLACES[card.name])


def sorted_names(cards: list[Card]) -> list[str]:
    return names(in_order(cards))


def names(cards: list[Card]) -> list[str]:
    return [card.name for card in cards]


def sets_of_three(cards: list[Card]) -> list[list[str]]:
    """All ways to pick three of the cards; equal cards make no difference."""
    return [list(three) for three in sorted(set(combinations(sorted_names(cards), 3)))]


def fits(card: Card, top: Card | None) -> bool:
    """Whether a card may be laid on a pile with this top card; None is an empty pile."""
    if card.number is None or top is None:
        return True
    if top == FIVE_OR_BELOW:
        return card.number <= 5
    return top.number is None or card.number >= top.number
