"""Everything that is on the table: the data of one game. The rules that move it are in ``moves`` and ``turn``."""

from typing import Final

from engines.chance import Deal
from engines.interface import State
from engines.karmaka.events import Log
from engines.karmaka.layout import RINGS, Layout
from engines.variants import Variant

# Decisions that a seat is asked for.
PLAY: Final = 0
EXTRA_PLAY: Final = 1
TARGET: Final = 2
PICK_HAND: Final = 3
PICK_DEED: Final = 4
PICK_RIVAL_DEED: Final = 5
PICK_FL: Final = 6
PICK_RUINS: Final = 7
SWINDLE_TAKE: Final = 8
DESTINY: Final = 9
SOWING: Final = 10
JUBILEE: Final = 11
ROULETTE_RUIN: Final = 12
ROULETTE_DRAW: Final = 13
OFFER: Final = 14
RINGS_CHOICE: Final = 15
# Steps that wait for the decisions above them on the stack and need no answer.
FIRST_STEP: Final = 16
RESOLVE: Final = 16
COST: Final = 17
RUIN_CENTRE: Final = 18
EXTRA: Final = 19
FRAME_NAMES: Final = (
    "PLAY",
    "EXTRA_PLAY",
    "TARGET",
    "PICK_HAND",
    "PICK_DEED",
    "PICK_RIVAL_DEED",
    "PICK_FL",
    "PICK_RUINS",
    "SWINDLE_TAKE",
    "DESTINY",
    "SOWING",
    "JUBILEE",
    "ROULETTE_RUIN",
    "ROULETTE_DRAW",
    "OFFER",
    "RINGS",
    "RESOLVE",
    "COST",
    "RUIN_CENTRE",
    "EXTRA",
)

RULES_VERSION: Final = 2
FIRST_RULES: Final = 1
"""Games of these rules can still be played, for their replays. A choice among hidden cards that were all alike was not
asked then, and the turn cap was the same for all numbers of seats.
"""
FIRST_TURN_CAP: Final = 600

Frame = tuple[int, int, int, int]
"""Decision or step, the seat it belongs to, the card it serves (or ``NO_CARD``), and a number (draws left)."""


class Table(State):
    """Zones, pending frames and what everybody remembers.

    Stacks run from bottom to top. ``well``, ``aside``, ``decks`` and ``futures`` hold slots (see ``slots``), all
    other zones hold kinds; hands are sorted.
    """

    target: int = -1
    """The seat on which the ability in the centre is used."""
    extra: bool = False
    """The ability in the centre gives an extra play."""
    extra_plays: int = 0
    embodied: bool = False
    """Embody has worked in this chain of copies."""
    mimicked: bool = False
    winner: int = -1
    """The seat that reached Transcendence."""
    over: bool = False

    def __init__(self, variant: Variant, layout: Layout, deal: Deal, first: int, rules: int) -> None:
        """A table without zones: ``setup`` or ``copy_into`` fills it."""
        self.variant = variant
        self.layout = layout
        self.deal = deal
        """All chance still to come: reshuffles and random picks. Shared by clones."""
        self.first = first
        self.rules = rules
        """The version of the rules this game is played by."""
        self.well: list[int] = []
        self.ruins: list[int] = []
        self.centre = -1
        """The card whose ability is being resolved; ``NO_CARD`` when there is none."""
        self.aside: list[int] = []
        """Destiny: slots taken from the Well, the first one seen first."""
        self.shown: list[int] = []
        """Swindle: kinds shown from the target's hand, sorted. They are still in that hand."""
        self.hands: list[list[int]] = []
        self.decks: list[list[int]] = []
        self.futures: list[list[int]] = []
        self.deeds: list[list[int]] = []
        self.levels: list[int] = []
        self.rings: list[int] = []
        self.seat = first
        """The active seat."""
        self.turn = 0
        """Turns of all seats together so far, the present one included."""
        self.reshuffles = 0
        self.picks: list[int] = []
        """Random picks from each seat's hand so far: each has a stream of its own."""
        self.frames: list[Frame] = []
        """What is still to be decided or done in this turn; the last one is next. Never empty while a seat is asked."""
        # What is remembered, see ``memory``. An observer is a seat, or the number of seats for a spectator.
        self.surely: list[int] = []
        """Bag per (observer * seats + owner): cards certainly in the owner's hand."""
        self.perhaps: list[int] = []
        """Bag per (observer * seats + owner): in the owner's hand or among the slots put down from it."""
        self.fresh: list[int] = []
        """Bag per observer: the most that the slots with source FRESH can hold."""
        self.old: list[int] = []
        """Bag per observer: the most that the slots with source OLD can hold."""
        self.options: list[int] = []
        """Legal actions of the seat asked; replaced at every decision, never changed in place."""
        self.log: Log | None = None

    def copy_into(self, other: "Table") -> None:
        """Copy all but what the constructor takes. The log stays behind."""
        other.well = self.well[:]
        other.ruins = self.ruins[:]
        other.hands = [hand[:] for hand in self.hands]
        other.decks = [deck[:] for deck in self.decks]
        other.futures = [future[:] for future in self.futures]
        other.deeds = [deeds[:] for deeds in self.deeds]
        other.levels = self.levels[:]
        other.rings = self.rings[:]
        other.surely = self.surely[:]
        other.perhaps = self.perhaps[:]
        other.fresh = self.fresh[:]
        other.old = self.old[:]
        other.picks = self.picks[:]
        other.centre = self.centre
        other.aside = self.aside[:]
        other.shown = self.shown[:]
        other.seat = self.seat
        other.turn = self.turn
        other.reshuffles = self.reshuffles
        other.frames = self.frames[:]
        other.target = self.target
        other.extra = self.extra
        other.extra_plays = self.extra_plays
        other.embodied = self.embodied
        other.mimicked = self.mimicked
        other.winner = self.winner
        other.over = self.over
        other.options = self.options

    def ring_supply(self) -> int:
        return RINGS - sum(self.rings)

    def turn_cap(self) -> int:
        return FIRST_TURN_CAP if self.rules == FIRST_RULES else self.layout.turn_cap

    def memory_at(self, observer: int, owner: int) -> int:
        """Index into ``surely`` and ``perhaps``."""
        return observer * self.layout.seats + owner
