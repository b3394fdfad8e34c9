"""Everything that is on the table: the data of one game. The rules that move it are in ``turn``."""

from typing import Final

from engines.interface import State
from engines.karma.cards import EMPTY, NO_CARD
from engines.karma.events import Log
from engines.variants import Variant

CHOOSE_UP: Final = 0
MAIN: Final = 1
FOLLOW_UP: Final = 2
GIVE_TO: Final = 3
OVER: Final = 4
DECISIONS: Final = ("CHOOSE_UP", "MAIN", "FOLLOW_UP", "GIVE_TO", "")

NOT_CHOSEN: Final = -1
SLOTS: Final = 3


class Table(State):
    """Zones, memory and whose decision it is."""

    def __init__(  # noqa: PLR0917 - all fields at once and by position: search makes clones by the million
        self,
        variant: Variant,
        strict: bool,
        first: int,
        draw: tuple[int, ...],
        drawn: int,
        pile: list[int],
        box: int,
        hands: list[int],
        sizes: list[int],
        known: list[int],
        ups: list[int],
        downs: list[int],
        chosen: list[int],
        outs: list[int],
        decision: int,
        seat: int,
        turn: int,
        top: int,
        options: list[int],
    ) -> None:
        self.variant = variant
        self.strict = strict
        self.first = first
        self.draw = draw
        """The draw pile as dealt, never changed and shared by clones; cards from ``drawn`` on are left."""
        self.drawn = drawn
        self.pile = pile
        """Kinds from bottom to top."""
        self.box = box
        self.hands = hands
        """A zone per seat (see ``cards``)."""
        self.sizes = sizes
        """Number of cards in each hand."""
        self.known = known
        """Public memory: the part of each hand that everyone saw that seat take."""
        self.ups = ups
        self.downs = downs
        """Three slots per seat, one seat after the other; ``NO_CARD`` where the slot is empty."""
        self.chosen = chosen
        """During CHOOSE_UP: each seat's choice as a zone, ``NOT_CHOSEN`` before."""
        self.outs = outs
        """Seats without cards, in the order in which they went out."""
        self.current = decision
        self.seat = seat
        """The active seat."""
        self.turn = turn
        """Turns of all seats together so far, the present one included; 0 during setup."""
        self.top = top
        """The card that the next play has to fit; ``NO_CARD`` when everything fits."""
        self.options = options
        """Legal actions of the active seat; replaced at every decision, never changed in place."""
        self.log: Log | None = None

    def has_no_cards(self, seat: int) -> bool:
        return self.sizes[seat] == 0 and self.has_no_table_cards(seat)

    def has_no_table_cards(self, seat: int) -> bool:
        return self.ups[seat] == EMPTY and self.has_no_down_cards(seat)

    def has_no_down_cards(self, seat: int) -> bool:
        slot = SLOTS * seat
        downs = self.downs
        return downs[slot] == NO_CARD and downs[slot + 1] == NO_CARD and downs[slot + 2] == NO_CARD

    def draw_size(self) -> int:
        return len(self.draw) - self.drawn

    def card_count(self, seat: int) -> int:
        """Cards of a seat in all its zones."""
        up = self.ups[seat].bit_count()
        down = sum(card != NO_CARD for card in self.downs[SLOTS * seat : SLOTS * seat + SLOTS])
        return self.sizes[seat] + up + down
