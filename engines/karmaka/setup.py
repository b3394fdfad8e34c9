"""Tables before the first turn."""

from engines.chance import Deal
from engines.karmaka.bags import ALL_CARDS, EMPTY
from engines.karmaka.cards import full_deck, names_of
from engines.karmaka.events import Log
from engines.karmaka.layout import DECK_DEALT, HAND_DEALT, layout
from engines.karmaka.moves import deal_from_well, draw_from_well
from engines.karmaka.slots import FRESH, NOBODY_YET, slot
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import RULES_VERSION
from engines.variants import Variant


def bare_table(variant: Variant, deal: Deal, first_seat: int, record: bool, rules: int = RULES_VERSION) -> KarmakaState:
    """All zones empty; nobody knows anything, so every card may be in the Well."""
    seats = variant.seats
    seating = layout(variant)
    state = KarmakaState(variant, seating, deal, first_seat, rules)
    state.hands = [[] for _seat in range(seats)]
    state.decks = [[] for _seat in range(seats)]
    state.futures = [[] for _seat in range(seats)]
    state.deeds = [[] for _seat in range(seats)]
    state.levels = seating.start_levels[:]
    state.rings = [0] * seats
    state.picks = [0] * seats
    state.surely = [EMPTY] * ((seats + 1) * seats)
    state.perhaps = [EMPTY] * ((seats + 1) * seats)
    state.fresh = [ALL_CARDS] * (seats + 1)
    state.old = [EMPTY] * (seats + 1)
    if record:
        state.log = Log()
    return state


def deal_cards(variant: Variant, deal: Deal, first_seat: int, record: bool, rules: int) -> KarmakaState:
    """Shuffle all cards, deal four to each hand and then two to each Deck, one at a time from seat 0 on."""
    state = bare_table(variant, deal, first_seat, False, rules)
    cards = full_deck()
    deal.stream("shuffle").shuffle(cards)
    state.well = [slot(kind, NOBODY_YET, FRESH) for kind in cards]
    for _round in range(HAND_DEALT):
        for seat in range(variant.seats):
            draw_from_well(state, seat, 1)
    for _round in range(DECK_DEALT):
        for seat in range(variant.seats):
            deal_from_well(state, seat, 1)
    if record:
        state.log = _first_events(state)
    return state


def _first_events(state: KarmakaState) -> Log:
    """One event per seat instead of one per card dealt."""
    log = Log()
    for seat, hand in enumerate(state.hands):
        public = {"type": "dealt", "seat": seat, "hand": len(hand), "deck": len(state.decks[seat])}
        log.add(public, state.layout.bits[seat], {"cards": names_of(hand)})
    return log
