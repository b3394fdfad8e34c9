"""What lies on the table of a Diamoniak game: where every card is, and questions about it.

How the table changes is in ``turn``; how people and programs see it in ``view``.
"""

from abc import abstractmethod
from typing import Final

from engines.chance import Deal
from engines.diamoniak.cards import (
    COLOUR_BITS,
    COUNT_OF_BITS,
    DIAMOND,
    FAIRY,
    NO_COLOUR,
    PARTS_OF_COLOUR,
    PARTS_PER_CASTLE,
    WITCH,
    parts_in,
    size,
)
from engines.diamoniak.payments import PENALTY
from engines.interface import Json, State
from engines.variants import Variant

RETURNED: Final = 4
"""The place of cards that were given back. Places 0..3 are the seats. What lies nowhere is in the draw pile."""

START: Final = 0
CONTINUE: Final = 1
WITCH_MET: Final = 2
PAYING: Final = 3
OVER: Final = 4
DECISIONS: Final[list[str]] = ["START", "CONTINUE", "WITCH", "PAY", ""]
"""Names of the phases; a finished game has no decision."""

TURN_CAP: Final = 400
"""Ruling D12. Half of all random games end within 80 turns, hardly one gets here."""
PRICE: Final = 3


def gain(cards: list[int], place: int, more: int) -> None:
    """More cards of one sort at a place. Not by ``+=``: compiled, it adds objects to items of lists."""
    cards[place] = cards[place] + more


def move(cards: list[int], giver: int, taker: int, moved: int) -> None:
    """Cards of one sort go from place to place: so many diamonds or fairies, or a set of parts."""
    cards[giver] = cards[giver] - moved
    cards[taker] = cards[taker] + moved


class Table(State):
    """All cards and the phase of the turn.

    Castle and reserve are not stored apart: a part of the colour that its owner builds lies in the castle, every
    other part in the reserve. The rules never allow anything else.
    """

    def __init__(  # noqa: PLR0917 - every field at once and by position: clones are made by the million
        self,
        variant: Variant,
        deal: Deal,
        deck: list[int],
        dealt: int,
        parts: list[int],
        colour: list[int],
        diamonds: list[int],
        fairies: list[int],
        witches: int,
        seat: int,
        turn: int,
        phase: int,
        drawn: int,
        reshuffles: int,
        log: list[Json] | None,
    ) -> None:
        self.variant = variant
        self.seats = variant.seats
        self.deal = deal
        """Source of the reshuffles still to come."""
        self.deck = deck
        """The draw pile as it was shuffled; shared by clones and never changed."""
        self.dealt = dealt
        """How many cards of ``deck`` are gone: the next card is ``deck[dealt]``."""
        self.parts = parts
        """The set of castle parts (see ``cards``) at places 0..4."""
        self.colour = colour
        """Colour that each seat builds, or ``NO_COLOUR``. With ``lockColour`` it outlives the castle."""
        self.diamonds = diamonds
        """Diamonds at places 0..4."""
        self.fairies = fairies
        """Fairies at places 0..4."""
        self.witches = witches
        """Witches among the returned cards."""
        self.seat = seat
        """The seat whose turn it is; all decisions are its own."""
        self.turn = turn
        """Number of the present turn, from 1."""
        self.phase = phase
        self.drawn = drawn
        """Cards drawn in this turn."""
        self.reshuffles = reshuffles
        self.log = log

    # -- one seat's cards -------------------------------------------------------------------------------------

    def bits_of(self, seat: int, colour: int) -> int:
        """The six bits of a seat's parts of a colour."""
        return self.parts[seat] >> PARTS_PER_CASTLE * colour & COLOUR_BITS

    def castle_size(self, seat: int) -> int:
        """How many parts of its colour a seat has."""
        colour = self.colour[seat]
        return 0 if colour == NO_COLOUR else COUNT_OF_BITS[self.bits_of(seat, colour)]

    def castle(self, seat: int) -> list[int]:
        """The parts in a seat's castle, ascending."""
        colour = self.colour[seat]
        return [] if colour == NO_COLOUR else PARTS_OF_COLOUR[colour][self.bits_of(seat, colour)][:]

    def reserve(self, seat: int) -> list[int]:
        """The cards in a seat's reserve, ascending."""
        colour = self.colour[seat]
        cards = [part for part in parts_in(self.parts[seat]) if part // PARTS_PER_CASTLE != colour]
        return cards + [DIAMOND] * self.diamonds[seat] + [FAIRY] * self.fairies[seat]

    def payable(self, seat: int) -> list[int]:
        """All cards of a seat, castle and reserve together, ascending; of equal cards only as many as can be paid."""
        cards = parts_in(self.parts[seat])
        for _diamond in range(min(self.diamonds[seat], PENALTY)):
            cards.append(DIAMOND)
        for _fairy in range(self.fairies[seat]):
            cards.append(FAIRY)
        return cards

    def payable_count(self, seat: int) -> int:
        return size(self.parts[seat]) + min(self.diamonds[seat], PENALTY) + self.fairies[seat]

    def builder_of(self, colour: int) -> int:
        """The seat that builds a colour, or -1."""
        for seat in range(self.seats):
            if self.colour[seat] == colour:
                return seat
        return -1

    # -- common cards -----------------------------------------------------------------------------------------

    def returned(self) -> list[int]:
        """The returned cards, ascending: their order has no meaning."""
        cards = parts_in(self.parts[RETURNED])
        cards += [DIAMOND] * self.diamonds[RETURNED]
        cards += [FAIRY] * self.fairies[RETURNED]
        return cards + [WITCH] * self.witches

    def draw_pile(self) -> list[int]:
        """The cards still to be drawn, the next one first. Nobody may know their order."""
        return self.deck[self.dealt :]

    def draw_size(self) -> int:
        return len(self.deck) - self.dealt

    def first_seat(self) -> int:
        """Who began. Turns are never skipped, so it follows from the number of the turn."""
        return (self.seat - (self.turn - 1)) % self.seats

    @abstractmethod
    def clone(self) -> "Table": ...
