"""Everything that is on the table: the data of one game. The rules that move it are in ``turn``."""

from typing import Final

from engines.interface import State
from engines.karma.cards import EMPTY, NO_CARD, size
from engines.karma.events import Log
from engines.variants import Variant

CHOOSE_UP: Final = 0
MAIN: Final = 1
FOLLOW_UP: Final = 2
GIVE_TO: Final = 3
OVER: Final = 4
DECISIONS: Final = ("CHOOSE_UP", "MAIN", "FOLLOW_UP", "GIVE_TO", "")

RULES_VERSION: Final = 2
FIRST_RULES: Final = 1
"""Games of these rules can still be played, for their replays. Whatever hidden cards forced was not asked then, and
strictFollowUp offered the pile only to a hand without a fitting card, which was shown.
"""

NOT_CHOSEN: Final = -1
SLOTS: Final = 3
EMPTY_SLOTS: Final[tuple[int, ...]] = (NO_CARD, NO_CARD, NO_CARD)


class Holding:
    """The cards of one seat."""

    __slots__ = ("chosen", "down", "hand", "known", "size", "up")

    def __init__(  # noqa: PLR0917 - all fields at once and by position: search makes clones by the million
        self, hand: int, hand_size: int, known: int, up: int, down: tuple[int, ...], chosen: int
    ) -> None:
        self.hand = hand
        """A zone (see ``cards``), as are ``known``, ``up`` and ``chosen``."""
        self.size = hand_size
        """Number of cards in the hand."""
        self.known = known
        """Public memory: the part of the hand that everyone saw this seat take."""
        self.up = up
        self.down = down
        """Three slots; ``NO_CARD`` where one is empty."""
        self.chosen = chosen
        """The choice of face-up cards during CHOOSE_UP; ``NOT_CHOSEN`` before and afterwards."""

    def copy(self) -> "Holding":
        return Holding(self.hand, self.size, self.known, self.up, self.down, self.chosen)

    def has_no_cards(self) -> bool:
        return self.size == 0 and self.has_no_table_cards()

    def has_no_table_cards(self) -> bool:
        return self.up == EMPTY and self.has_no_down_cards()

    def has_no_down_cards(self) -> bool:
        return self.down == EMPTY_SLOTS

    def down_cards(self) -> list[int]:
        return [card for card in self.down if card != NO_CARD]

    def card_count(self) -> int:
        """Cards in all zones of the seat."""
        return self.size + size(self.up) + len(self.down_cards())


class Table(State):
    """Zones, memory and whose decision it is."""

    def __init__(  # noqa: PLR0917 - as above
        self,
        variant: Variant,
        rules: int,
        strict: bool,
        first: int,
        draw: tuple[int, ...],
        drawn: int,
        pile: list[int],
        box: int,
        seats: list[Holding],
        outs: list[int],
        current: int,
        active: int,
        turn: int,
        top: int,
    ) -> None:
        self.variant = variant
        self.rules = rules
        """The version of the rules this game is played by."""
        self.strict = strict
        """The option strictFollowUp."""
        self.first = first
        self.draw = draw
        """The draw pile as dealt, never changed and shared by clones; cards from ``drawn`` on are left."""
        self.drawn = drawn
        self.pile = pile
        """Kinds from bottom to top."""
        self.box = box
        self.seats = seats
        self.outs = outs
        """Seats without cards, in the order in which they went out."""
        self.current = current
        """The present decision: CHOOSE_UP, MAIN, FOLLOW_UP, GIVE_TO or OVER."""
        self.active = active
        """The seat whose turn it is; ``pass_to`` changes it."""
        self.own = seats[active]
        """The cards of the active seat."""
        self.turn = turn
        """Turns of all seats together so far, the present one included; 0 during setup."""
        self.top = top
        """The card that the next play has to fit; ``NO_CARD`` when everything fits."""
        self.log: Log | None = None

    def pass_to(self, seat: int) -> None:
        self.active = seat
        self.own = self.seats[seat]

    def draw_size(self) -> int:
        return len(self.draw) - self.drawn
