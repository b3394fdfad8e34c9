"""Every way a card moves from one zone to another. Memory and the log are kept here, so abilities need not care."""

from typing import Final

from engines.karmaka import memory
from engines.karmaka.bags import ONE, bag_of, kinds_in
from engines.karmaka.cards import NAMES, NO_CARD, names_of
from engines.karmaka.slots import EVERYBODY, FROM_HAND, MIXED, card, seen, slot, source
from engines.karmaka.table import Place, Table

NO_SLOT: Final = -1
RUINS_KEPT: Final = 3


# -- the Well -------------------------------------------------------------------------------------------------


def well_can_give(table: Table) -> bool:
    return table.well_size > 0 or len(table.ruins) > RUINS_KEPT


def take_top_of_well(table: Table) -> int:
    """The top slot of the Well, reshuffled if need be; ``NO_SLOT`` if there is none to be had."""
    if table.well_size == 0:
        if len(table.ruins) <= RUINS_KEPT:
            return NO_SLOT
        reshuffle(table)
    table.well_size -= 1
    return table.well[table.well_size]


def reshuffle(table: Table) -> None:
    """All Ruins but the top three become the new Well. Each reshuffle has a stream of its own."""
    cards = sorted(table.ruins[:-RUINS_KEPT])
    table.ruins = table.ruins[-RUINS_KEPT:]
    memory.start_new_well(table, bag_of(cards))
    table.reshuffles += 1
    table.deal.stream("reshuffle", table.reshuffles).shuffle(cards)
    table.fill_well(tuple(cards))  # ordinary slots, see ``slots``
    if table.log is not None:
        table.log.add({"type": "reshuffle", "cards": len(cards)})


def draw_from_well(table: Table, seat: int, cards: int) -> None:
    """Into a hand; cards that cannot be had are skipped."""
    for _draw in range(cards):
        top = take_top_of_well(table)
        if top == NO_SLOT:
            return
        _into_hand(table, seat, top)
        _log_slot(table, "draw", seat, top, "well")


def deal_from_well(table: Table, seat: int, cards: int) -> None:
    """Onto a Deck, unseen."""
    for _card in range(cards):
        top = take_top_of_well(table)
        if top == NO_SLOT:
            return
        table.places[seat].deck += (top,)
        if table.log is not None:
            table.log.add({"type": "deal", "seat": seat}, seen(top), {"card": NAMES[card(top)]})


def look_at_well(table: Table, seat: int, cards: int) -> None:
    """Take cards aside and see them, one by one."""
    for _card in range(cards):
        top = take_top_of_well(table)
        if top == NO_SLOT:
            break
        bit = table.layout.bits[seat]
        if not seen(top) & bit:
            memory.learn(table, seat, top)
        table.aside += (slot(card(top), seen(top) | bit, source(top)),)
    if table.log is not None:
        kinds = names_of(card(card_slot) for card_slot in table.aside)
        public = {"type": "look", "seat": seat, "count": len(kinds)}
        table.log.add(public, table.layout.bits[seat], {"cards": kinds})


def put_aside_back(table: Table, seat: int, order: tuple[int, ...], to_future: int) -> None:
    """Cards looked at go to the own FL (the first ``to_future`` of the order) and back onto the Well.

    Only their seat knows which card went where, unless there was just one.
    """
    slots = [table.aside[at] for at in order if at < len(table.aside)]
    if len(slots) > 1:
        slots = _blurred(table, seat, slots)
    table.places[seat].future += tuple(slots[:to_future])
    table.fill_well(table.well_slots() + tuple(slots[to_future:]))
    table.aside = ()
    if table.log is not None:
        kinds = names_of(card(card_slot) for card_slot in slots)
        public = {"type": "put_back", "seat": seat, "to_future": to_future, "to_well": len(slots) - to_future}
        private = {"future_cards": kinds[:to_future], "well_cards": kinds[to_future:]}
        table.log.add(public, table.layout.bits[seat], private)


def _blurred(table: Table, seat: int, slots: list[int]) -> list[int]:
    """The slots as everybody else sees them after they were moved about: who had seen them has lost track."""
    bits = table.layout.bits
    for observer in range(len(bits)):
        if observer != seat:
            for card_slot in slots:
                if seen(card_slot) & bits[observer]:
                    memory.forget(table, observer, card_slot)
    origins = [source(card_slot) for card_slot in slots]
    origin = origins[0] if origins.count(origins[0]) == len(origins) else MIXED
    return [slot(card(card_slot), bits[seat], origin) for card_slot in slots]


# -- from the own hand ----------------------------------------------------------------------------------------


def hand_to_centre(table: Table, seat: int, kind: int) -> None:
    place = table.places[seat]
    place.hand -= ONE[kind]
    memory.leave_openly(place, kind)
    table.centre = kind


def hand_to_deeds(table: Table, seat: int, kind: int) -> None:
    place = table.places[seat]
    place.hand -= ONE[kind]
    memory.leave_openly(place, kind)
    place.deeds += (kind,)
    _log_card(table, "deed", seat, kind)


def hand_to_future(table: Table, seat: int, kind: int, owner: int) -> None:
    """Face down onto the own FL or, in team games, the teammate's."""
    place = table.places[seat]
    place.hand -= ONE[kind]
    bits = table.layout.bits
    knowers = bits[seat] | bits[owner]
    memory.leave_hidden(place, kind, knowers, bits)
    table.places[owner].future += (slot(kind, knowers, FROM_HAND + seat),)
    if table.log is not None:
        table.log.add({"type": "future", "seat": seat, "owner": owner}, knowers, {"card": NAMES[kind]})


def ruin_from_hand(table: Table, seat: int, kind: int) -> None:
    place = table.places[seat]
    place.hand -= ONE[kind]
    memory.leave_openly(place, kind)
    table.ruins += (kind,)
    _log_card(table, "ruin", seat, kind, "hand")


def pick_from_hand(table: Table, seat: int, cards: int) -> list[int]:
    """Random cards of a hand, as many as there are up to a number, in the order picked; they stay in the hand."""
    place = table.places[seat]
    kinds = kinds_in(place.hand)
    place.picks += 1
    table.deal.stream("pick", seat, place.picks).shuffle(kinds)
    return kinds[:cards]


def hand_to_hand(table: Table, giver: int, taker: int, kind: int) -> None:
    table.places[giver].hand -= ONE[kind]
    memory.change_hands(table, giver, taker, kind)
    table.places[taker].hand += ONE[kind]
    if table.log is not None:
        both = table.layout.bits[giver] | table.layout.bits[taker]
        table.log.add({"type": "take_from_hand", "seat": taker, "owner": giver}, both, {"card": NAMES[kind]})


# -- from Deck and FL -----------------------------------------------------------------------------------------


def draw_from_deck(table: Table, seat: int) -> None:
    top = _take_top_of_deck(table.places[seat])
    _into_hand(table, seat, top)
    _log_slot(table, "draw", seat, top, "deck")


def ruin_top_of_deck(table: Table, seat: int) -> None:
    place = table.places[seat]
    if place.deck:
        _ruin_slot(table, seat, _take_top_of_deck(place), "deck")


def ruin_top_of_future(table: Table, seat: int) -> None:
    place = table.places[seat]
    if place.future:
        _ruin_slot(table, seat, _take_top_of_future(place), "future")


def future_to_hand(table: Table, seat: int, at: int) -> None:
    place = table.places[seat]
    taken = place.future[at]
    place.future = _without(place.future, at)
    _into_hand(table, seat, taken)
    memory.recall(table, taken)
    if table.log is not None:
        public = {"type": "take_from_future", "seat": seat, "at": at}
        table.log.add(public, seen(taken), {"card": NAMES[card(taken)]})


def whole_future_to_hand(table: Table, seat: int) -> None:
    """Reincarnation: the FL becomes the hand of the new life."""
    place = table.places[seat]
    slots = place.future
    place.future = ()
    for card_slot in slots:
        place.hand += ONE[card(card_slot)]
    memory.reach_hand_together(table, seat, slots)
    recalled = -1
    for card_slot in slots:
        if source(card_slot) != recalled:  # they come from one hand or two, and once for each is enough
            recalled = source(card_slot)
            memory.recall(table, card_slot)
    if table.log is not None:
        public = {"type": "future_to_hand", "seat": seat, "count": len(slots)}
        kinds = names_of(card(card_slot) for card_slot in slots)
        table.log.add(public, table.layout.bits[seat], {"cards": kinds})


def future_to_future(table: Table, owner: int, taker: int) -> None:
    """The top card of one FL onto another. Its old owner still knows it."""
    top = _take_top_of_future(table.places[owner])
    bit = table.layout.bits[taker]
    if not seen(top) & bit:
        memory.learn(table, taker, top)
    top = slot(card(top), seen(top) | bit, source(top))
    table.places[taker].future += (top,)
    memory.recall(table, top)
    if table.log is not None:
        public = {"type": "take_future", "seat": taker, "owner": owner}
        table.log.add(public, seen(top), {"card": NAMES[card(top)]})


# -- from Deeds, Ruins and the centre -------------------------------------------------------------------------


def ruin_deed(table: Table, seat: int, at: int) -> None:
    place = table.places[seat]
    kind = place.deeds[at]
    place.deeds = _without(place.deeds, at)
    table.ruins += (kind,)
    _log_card(table, "ruin", seat, kind, "deeds")


def all_deeds_to_ruins(table: Table, seat: int) -> None:
    """Reincarnation: in their order, so that the exposed Deed ends on top."""
    place = table.places[seat]
    table.ruins += place.deeds
    if table.log is not None:
        table.log.add({"type": "ruin_deeds", "seat": seat, "cards": names_of(place.deeds)})
    place.deeds = ()


def deed_to_hand(table: Table, owner: int, taker: int) -> None:
    place = table.places[owner]
    kind = place.deeds[-1]
    place.deeds = place.deeds[:-1]
    table.places[taker].hand += ONE[kind]
    memory.enter_openly(table, taker, kind)
    if table.log is not None:
        table.log.add({"type": "take_deed", "seat": taker, "owner": owner, "card": NAMES[kind]})


def ruins_to_hand(table: Table, seat: int, depth: int) -> None:
    kind = _take_from_ruins(table, depth)
    table.places[seat].hand += ONE[kind]
    memory.enter_openly(table, seat, kind)
    _log_card(table, "take_from_ruins", seat, kind, "hand")


def ruins_to_future(table: Table, seat: int, depth: int) -> None:
    kind = _take_from_ruins(table, depth)
    table.places[seat].future += (slot(kind, EVERYBODY, MIXED),)
    _log_card(table, "take_from_ruins", seat, kind, "future")


def centre_to_future(table: Table, seat: int) -> None:
    table.places[seat].future += (slot(table.centre, EVERYBODY, MIXED),)
    _log_card(table, "accept", seat, table.centre)
    table.centre = NO_CARD


def centre_to_ruins(table: Table) -> None:
    table.ruins += (table.centre,)
    if table.log is not None:
        table.log.add({"type": "ruin_centre", "card": NAMES[table.centre]})
    table.centre = NO_CARD


# -- helpers --------------------------------------------------------------------------------------------------


def _without(stack: tuple[int, ...], at: int) -> tuple[int, ...]:
    return stack[:at] + stack[at + 1 :]


def _take_top_of_deck(place: Place) -> int:
    top = place.deck[-1]
    place.deck = place.deck[:-1]
    return top


def _take_top_of_future(place: Place) -> int:
    top = place.future[-1]
    place.future = place.future[:-1]
    return top


def _take_from_ruins(table: Table, depth: int) -> int:
    at = len(table.ruins) - 1 - depth
    kind = table.ruins[at]
    table.ruins = _without(table.ruins, at)
    return kind


def _into_hand(table: Table, seat: int, value: int) -> None:
    table.places[seat].hand += ONE[card(value)]
    memory.reach_hand(table, seat, value)


def _ruin_slot(table: Table, seat: int, value: int, zone: str) -> None:
    memory.learn_all(table, value)
    memory.recall(table, value)
    table.ruins += (card(value),)
    _log_card(table, "ruin", seat, card(value), zone)


def _log_card(table: Table, event: str, seat: int, kind: int, zone: str = "") -> None:
    if table.log is not None:
        public = {"type": event, "seat": seat, "card": NAMES[kind]}
        if zone:
            public["zone"] = zone
        table.log.add(public)


def _log_slot(table: Table, event: str, seat: int, value: int, zone: str) -> None:
    """The seat sees the card; who had seen the slot knows it anyway."""
    if table.log is not None:
        knowers = seen(value) | table.layout.bits[seat]
        table.log.add({"type": event, "seat": seat, "from": zone}, knowers, {"card": NAMES[card(value)]})
