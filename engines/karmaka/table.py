"""Everything that is on the table: the data of one game. The rules that move it are in ``moves`` and ``turn``."""

from typing import Final

from engines.chance import Deal
from engines.interface import State
from engines.karmaka.cards import KINDS, NO_CARD
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
NOTHING_PENDING: Final = 20
"""Lies below everything else: the turn is over."""
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
"""Of the first rules, for every number of seats. Random games of two teams take up to some 630 turns."""


class Frame:
    """One thing that is still to be decided or done, and the frame below it on the stack.

    A frame is never changed: a stack is its top frame, and clones share what lies below.
    """

    def __init__(self, step: int, seat: int, card: int, number: int, below: "Frame | None") -> None:
        self.step = step
        """A decision or a step."""
        self.seat = seat
        """The seat it belongs to."""
        self.card = card
        """The card it serves, or ``NO_CARD``."""
        self.number = number
        """Draws left, or rings to pay."""
        self.below = below or self
        """The frame at the bottom lies on itself."""


BOTTOM: Final = Frame(NOTHING_PENDING, 0, -1, 0, None)
# The stacks that most turns need: made once, because frames are never changed.
TURN_BEGUN: Final[list[Frame]] = [Frame(PLAY, seat, NO_CARD, 0, BOTTOM) for seat in range(4)]
"""By seat: it is asked what to play."""
ABILITY_PLAYED: Final[list[list[Frame]]] = [
    [Frame(COST, seat, kind, 0, Frame(EXTRA, seat, kind, 0, BOTTOM)) for kind in range(KINDS)] for seat in range(4)
]
"""By seat and card: its Karmic Cost is settled when it is resolved, then perhaps a card is played once more."""
OFFERED: Final[list[list[list[Frame]]]] = [
    [
        [Frame(OFFER, rival, cost.card, 0, Frame(RUIN_CENTRE, seat, cost.card, 0, cost.below)) for rival in range(4)]
        for cost in costs
    ]
    for seat, costs in enumerate(ABILITY_PLAYED)
]
"""By seat, card and the only rival that is asked: it takes the card, or the card goes to the Ruins."""


class Place:
    """What lies before one seat, and what it remembers of the Well. Stacks run from bottom to top.

    What changes is replaced and never changed in place, so that clones can share it: stacks are tuples, and ``memory``
    makes new lists.
    """

    def __init__(  # noqa: PLR0917 - all fields at once and by position: search makes clones by the million
        self,
        hand: int,
        deck: tuple[int, ...],
        future: tuple[int, ...],
        deeds: tuple[int, ...],
        level: int,
        rings: int,
        picks: int,
        surely: list[int],
        perhaps: list[int],
        fresh: int,
        old: int,
    ) -> None:
        self.hand = hand
        """A bag."""
        self.deck = deck
        """Slots."""
        self.future = future
        """Slots."""
        self.deeds = deeds
        """Kinds."""
        self.level = level
        self.rings = rings
        self.picks = picks
        """Random picks from this hand so far: each has a stream of its own."""
        # What is remembered, see ``memory``. An observer is a seat, or the number of seats for a spectator.
        self.surely = surely
        """Bag per observer: cards that it knows to be in this hand."""
        self.perhaps = perhaps
        """Bag per observer: cards that it knows to be in this hand or among the slots put down from it."""
        self.fresh = fresh
        """Bag: for this observer, the most that the slots with source FRESH can hold."""
        self.old = old
        """Bag: for this observer, the most that the slots with source OLD can hold."""

    def clone(self) -> "Place":
        return Place(
            self.hand,
            self.deck,
            self.future,
            self.deeds,
            self.level,
            self.rings,
            self.picks,
            self.surely,
            self.perhaps,
            self.fresh,
            self.old,
        )


class Table(State):
    """Zones, pending frames and what everybody remembers.

    Stacks run from bottom to top. ``well`` and ``aside`` hold slots (see ``slots``), ``ruins`` and ``shown`` kinds. As
    in a ``Place``, what changes is replaced.
    """

    def __init__(  # noqa: PLR0917 - as above
        self, variant: Variant, layout: Layout, deal: Deal, first: int, rules: int, places: list[Place]
    ) -> None:
        """A table without cards in the middle: ``setup`` or ``copy_into`` fills it."""
        self.variant = variant
        self.layout = layout
        self.deal = deal
        """All chance still to come: reshuffles and random picks. Shared by clones."""
        self.first = first
        self.rules = rules
        """The version of the rules this game is played by."""
        self.places = places
        """One per seat; and one for the spectator, who has no cards but remembers too."""
        self.well: tuple[int, ...] = ()
        """The Well as it was filled. ``well_size`` of it are still there: drawing does not change it."""
        self.well_size = 0
        self.ruins: tuple[int, ...] = ()
        self.centre = -1
        """The card whose ability is being resolved; ``NO_CARD`` when there is none."""
        self.aside: tuple[int, ...] = ()
        """Destiny: slots taken from the Well, the first one seen first."""
        self.shown: tuple[int, ...] = ()
        """Swindle: kinds shown from the target's hand, sorted. They are still in that hand."""
        self.seat = first
        """The active seat."""
        self.turn = 0
        """Turns of all seats together so far, the present one included."""
        self.reshuffles = 0
        self.top = BOTTOM
        """What is next to be decided or done in this turn. Never ``BOTTOM`` while a seat is asked."""
        self.target = -1
        """The seat on which the ability in the centre is used."""
        self.extra = False
        """The ability in the centre gives an extra play."""
        self.extra_plays = 0
        self.embodied = False
        """Embody has worked in this chain of copies."""
        self.mimicked = False
        self.winner = -1
        """The seat that reached Transcendence."""
        self.over = False
        self.log: Log | None = None

    def copy_into(self, other: "Table") -> None:
        """Copy all but what the constructor takes. The log stays behind."""
        other.well = self.well
        other.well_size = self.well_size
        other.ruins = self.ruins
        other.centre = self.centre
        other.aside = self.aside
        other.shown = self.shown
        other.seat = self.seat
        other.turn = self.turn
        other.reshuffles = self.reshuffles
        other.top = self.top
        other.target = self.target
        other.extra = self.extra
        other.extra_plays = self.extra_plays
        other.embodied = self.embodied
        other.mimicked = self.mimicked
        other.winner = self.winner
        other.over = self.over

    # -- pending frames -------------------------------------------------------------------------------------------

    def push(self, step: int, seat: int, card: int, number: int = 0) -> None:
        self.top = Frame(step, seat, card, number, self.top)

    def pop(self) -> Frame:
        frame = self.top
        self.top = frame.below
        return frame

    def frames(self) -> list[Frame]:
        """All that is pending, from bottom to top."""
        frames: list[Frame] = []
        frame = self.top
        while frame is not BOTTOM:
            frames.append(frame)
            frame = frame.below
        frames.reverse()
        return frames

    # -- face-down stacks -----------------------------------------------------------------------------------------

    def fill_well(self, slots: tuple[int, ...]) -> None:
        self.well = slots
        self.well_size = len(slots)

    def well_slots(self) -> tuple[int, ...]:
        return self.well[: self.well_size]

    def stacks(self) -> list[tuple[int, ...]]:
        """All stacks of slots: Well, aside, the Decks, the Future Lives."""
        seated = self.seated()
        return [self.well_slots(), self.aside, *[place.deck for place in seated], *[place.future for place in seated]]

    def lay_stacks(self, stacks: list[list[int]]) -> None:
        """Replace all stacks of slots, in the order of ``stacks``."""
        seats = self.layout.seats
        self.fill_well(tuple(stacks[0]))
        self.aside = tuple(stacks[1])
        for seat in range(seats):
            self.places[seat].deck = tuple(stacks[2 + seat])
            self.places[seat].future = tuple(stacks[2 + seats + seat])

    # -- the rest -------------------------------------------------------------------------------------------------

    def seated(self) -> list[Place]:
        """The places of the seats, without the spectator's."""
        return self.places[: self.layout.seats]

    def ring_supply(self) -> int:
        supply = RINGS
        for place in self.places:  # the spectator has none
            supply -= place.rings
        return supply

    def turn_cap(self) -> int:
        return FIRST_TURN_CAP if self.rules == FIRST_RULES else self.layout.turn_cap
