"""Every way a card moves from one zone to another. Memory and the log are kept here, so abilities need not care."""

from bisect import insort
from typing import Final

from engines.karmaka import memory
from engines.karmaka.bags import bag_of
from engines.karmaka.cards import NAMES, NO_CARD, names_of
from engines.karmaka.slots import EVERYBODY, FRESH, FROM_HAND, MIXED, NOBODY_YET, card, seen, slot, source
from engines.karmaka.table import Table

NO_SLOT: Final = -1
RUINS_KEPT: Final = 3


# -- the Well -------------------------------------------------------------------------------------------------


def well_can_give(table: Table) -> bool:
    return len(table.well) > 0 or len(table.ruins) > RUINS_KEPT


def take_top_of_well(table: Table) -> int:
    """The top slot of the Well, reshuffled if need be; ``NO_SLOT`` if there is none to be had."""
    if not table.well:
        if len(table.ruins) <= RUINS_KEPT:
            return NO_SLOT
        reshuffle(table)
    return table.well.pop()


def reshuffle(table: Table) -> None:
    """All Ruins but the top three become the new Well. Each reshuffle has a stream of its own."""
    cards = sorted(table.ruins[:-RUINS_KEPT])
    table.ruins = table.ruins[-RUINS_KEPT:]
    memory.start_new_well(table, bag_of(cards))
    table.reshuffles += 1
    table.deal.stream("reshuffle", table.reshuffles).shuffle(cards)
    table.well = [slot(kind, NOBODY_YET, FRESH) for kind in cards]
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
        table.decks[seat].append(top)
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
        table.aside.append(slot(card(top), seen(top) | bit, source(top)))
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
    table.futures[seat] += slots[:to_future]
    table.well += slots[to_future:]
    table.aside = []
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
    table.hands[seat].remove(kind)
    memory.leave_openly(table, seat, kind)
    table.centre = kind


def hand_to_deeds(table: Table, seat: int, kind: int) -> None:
    table.hands[seat].remove(kind)
    memory.leave_openly(table, seat, kind)
    table.deeds[seat].append(kind)
    _log_card(table, "deed", seat, kind)


def hand_to_future(table: Table, seat: int, kind: int, owner: int) -> None:
    """Face down onto the own FL or, in team games, the teammate's."""
    table.hands[seat].remove(kind)
    knowers = table.layout.bits[seat] | table.layout.bits[owner]
    memory.leave_hidden(table, seat, kind, knowers)
    table.futures[owner].append(slot(kind, knowers, FROM_HAND + seat))
    if table.log is not None:
        table.log.add({"type": "future", "seat": seat, "owner": owner}, knowers, {"card": NAMES[kind]})


def ruin_from_hand(table: Table, seat: int, kind: int) -> None:
    table.hands[seat].remove(kind)
    memory.leave_openly(table, seat, kind)
    table.ruins.append(kind)
    _log_card(table, "ruin", seat, kind, "hand")


def pick_from_hand(table: Table, seat: int, cards: int) -> list[int]:
    """Random cards of a hand, as many as there are up to a number, in the order picked; they stay in the hand."""
    kinds = table.hands[seat][:]
    table.picks[seat] += 1
    table.deal.stream("pick", seat, table.picks[seat]).shuffle(kinds)
    return kinds[:cards]


def hand_to_hand(table: Table, giver: int, taker: int, kind: int) -> None:
    table.hands[giver].remove(kind)
    memory.change_hands(table, giver, taker, kind)
    insort(table.hands[taker], kind)
    if table.log is not None:
        both = table.layout.bits[giver] | table.layout.bits[taker]
        table.log.add({"type": "take_from_hand", "seat": taker, "owner": giver}, both, {"card": NAMES[kind]})


# -- from Deck and FL -----------------------------------------------------------------------------------------


def draw_from_deck(table: Table, seat: int) -> None:
    top = table.decks[seat].pop()
    _into_hand(table, seat, top)
    _log_slot(table, "draw", seat, top, "deck")


def ruin_top_of_deck(table: Table, seat: int) -> None:
    if table.decks[seat]:
        _ruin_slot(table, seat, table.decks[seat].pop(), "deck")


def ruin_top_of_future(table: Table, seat: int) -> None:
    if table.futures[seat]:
        _ruin_slot(table, seat, table.futures[seat].pop(), "future")


def future_to_hand(table: Table, seat: int, at: int) -> None:
    taken = table.futures[seat].pop(at)
    _into_hand(table, seat, taken)
    memory.recall(table, taken)
    if table.log is not None:
        public = {"type": "take_from_future", "seat": seat, "at": at}
        table.log.add(public, seen(taken), {"card": NAMES[card(taken)]})


def whole_future_to_hand(table: Table, seat: int) -> None:
    """Reincarnation: the FL becomes the hand of the new life."""
    slots = table.futures[seat]
    table.futures[seat] = []
    for card_slot in slots:
        _into_hand(table, seat, card_slot)
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
    top = table.futures[owner].pop()
    bit = table.layout.bits[taker]
    if not seen(top) & bit:
        memory.learn(table, taker, top)
    top = slot(card(top), seen(top) | bit, source(top))
    table.futures[taker].append(top)
    memory.recall(table, top)
    if table.log is not None:
        public = {"type": "take_future", "seat": taker, "owner": owner}
        table.log.add(public, seen(top), {"card": NAMES[card(top)]})


# -- from Deeds, Ruins and the centre -------------------------------------------------------------------------


def ruin_deed(table: Table, seat: int, at: int) -> None:
    kind = table.deeds[seat].pop(at)
    table.ruins.append(kind)
    _log_card(table, "ruin", seat, kind, "deeds")


def all_deeds_to_ruins(table: Table, seat: int) -> None:
    """Reincarnation: in their order, so that the exposed Deed ends on top."""
    table.ruins += table.deeds[seat]
    if table.log is not None:
        table.log.add({"type": "ruin_deeds", "seat": seat, "cards": names_of(table.deeds[seat])})
    table.deeds[seat] = []


def deed_to_hand(table: Table, owner: int, taker: int) -> None:
    kind = table.deeds[owner].pop()
    insort(table.hands[taker], kind)
    memory.enter_openly(table, taker, kind)
    if table.log is not None:
        table.log.add({"type": "take_deed", "seat": taker, "owner": owner, "card": NAMES[kind]})


def ruins_to_hand(table: Table, seat: int, depth: int) -> None:
    kind = table.ruins.pop(-1 - depth)
    insort(table.hands[seat], kind)
    memory.enter_openly(table, seat, kind)
    _log_card(table, "take_from_ruins", seat, kind, "hand")


def ruins_to_future(table: Table, seat: int, depth: int) -> None:
    kind = table.ruins.pop(-1 - depth)
    table.futures[seat].append(slot(kind, EVERYBODY, MIXED))
    _log_card(table, "take_from_ruins", seat, kind, "future")


def centre_to_future(table: Table, seat: int) -> None:
    table.futures[seat].append(slot(table.centre, EVERYBODY, MIXED))
    _log_card(table, "accept", seat, table.centre)
    table.centre = NO_CARD


def centre_to_ruins(table: Table) -> None:
    table.ruins.append(table.centre)
    if table.log is not None:
        table.log.add({"type": "ruin_centre", "card": NAMES[table.centre]})
    table.centre = NO_CARD


# -- helpers --------------------------------------------------------------------------------------------------


def _into_hand(table: Table, seat: int, value: int) -> None:
    insort(table.hands[seat], card(value))
    memory.reach_hand(table, seat, value)


def _ruin_slot(table: Table, seat: int, value: int, zone: str) -> None:
    memory.learn_all(table, value)
    memory.recall(table, value)
    table.ruins.append(card(value))
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
