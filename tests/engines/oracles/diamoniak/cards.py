"""The 54 cards of Diamoniak."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    CASTLE = "castle"
    DIAMOND = "diamond"
    FAIRY = "fairy"
    WITCH = "witch"


@dataclass(frozen=True)
class Card:
    name: str
    kind: Kind
    colour: str = ""
    """R, B, Y or G for a castle card, else empty."""


def the_54_cards() -> list[Card]:
    """In the order in which lists of cards are written."""
    castle = [Card(f"{colour}{part}", Kind.CASTLE, colour) for colour in "RBYG" for part in (1, 2, 3, 4, 5, 6)]
    diamond, fairy, witch = Card("D", Kind.DIAMOND), Card("F", Kind.FAIRY), Card("W", Kind.WITCH)
    return castle + [diamond] * 20 + [fairy] * 3 + [witch] * 7


_PLACES = {card.name: place for place, card in enumerate(the_54_cards())}


def in_order(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: _PLACES[card.name])


def names(cards: list[Card]) -> list[str]:
    """As lists of cards are written: castle cards by colour and part, then diamonds, fairies, witches."""
    return [card.name for card in in_order(cards)]


def of_kind(cards: list[Card], kind: Kind) -> list[Card]:
    return [card for card in cards if card.kind is kind]


def of_colour(cards: list[Card], colour: str) -> list[Card]:
    return [card for card in cards if card.kind is Kind.CASTLE and card.colour == colour]
