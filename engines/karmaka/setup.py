"""Tables before the first turn."""

from engines.chance import Deal
from engines.karmaka.bags import ALL_CARDS, EMPTY, kinds_in
from engines.karmaka.cards import full_deck, names_of
from engines.karmaka.events import Log
from engines.karmaka.layout import DECK_DEALT, HAND_DEALT, layout
from engines.karmaka.moves import deal_from_well, draw_from_well
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import RULES_VERSION, Place
from engines.variants import Variant


def bare_table(variant: Variant, deal: Deal, first_seat: int, record: bool, rules: int = RULES_VERSION) -> KarmakaState:
    """All zones empty; nobody knows anything, so every card may be in the Well."""
    seating = layout(variant)
    nothing = seating.nothing
    places = [
        Place(EMPTY, (), (), (), level, 0, 0, nothing, nothing, ALL_CARDS, EMPTY)
        for level in [*seating.start_levels, 0]
    ]
    state = KarmakaState(variant, seating, deal, first_seat, rules, places)
    if record:
        state.log = Log()
    return state


def deal_cards(variant: Variant, deal: Deal, first_seat: int, record: bool, rules: int) -> KarmakaState:
    """Shuffle all cards, deal four to each hand and then two to each Deck, one at a time from seat 0 on."""
    state = bare_table(variant, deal, first_seat, False, rules)
    cards = full_deck()
    deal.stream("shuffle").shuffle(cards)
    state.fill_well(tuple(cards))  # ordinary slots, see ``slots``
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
    for seat, place in enumerate(state.seated()):
        hand = kinds_in(place.hand)
        public = {"type": "dealt", "seat": seat, "hand": len(hand), "deck": len(place.deck)}
        log.add(public, state.layout.bits[seat], {"cards": names_of(hand)})
    return log
