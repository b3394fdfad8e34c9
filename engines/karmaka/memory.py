"""What seats remember of cards they cannot see (any more), kept so that it is never wrong.

An *observer* is a seat, or a spectator. Each remembers

- of a face-down slot: whether it has seen the card (``slots.seen``);
- of another hand: ``surely``, cards certainly in it, and ``perhaps``, cards that are in it or among the slots put
  down from it. A card put down unseen turns all of ``surely`` into ``perhaps``;
- of the Well: ``fresh`` and ``old``, the most copies of each kind that slots from the present Well, and from earlier
  ones, can hold. A reshuffle happens in the open, so everyone knows which cards the new Well is made of.

Copies are alike, so memory counts kinds and not cards. Where exact tracking would need a tree of possibilities,
memory forgets; ``README.md``, section "What is remembered", lists where. Every function here uses only what the
observer saw. Bags per observer are replaced and not changed in place, for clones share them.
"""

from engines.karmaka.bags import EMPTY, ONE, count, different_kinds, holds, one_of_each
from engines.karmaka.cards import COPIES
from engines.karmaka.slots import FRESH, FROM_HAND, OLD, aged, card, seen, source
from engines.karmaka.table import Place, Table

# -- slots ----------------------------------------------------------------------------------------------------


def learn(table: Table, observer: int, slot: int) -> None:
    """An observer sees a slot that it had not seen."""
    kind = card(slot)
    origin = source(slot)
    mind = table.places[observer]
    if origin == FRESH:
        if holds(mind.fresh, kind):
            mind.fresh -= ONE[kind]
    elif origin == OLD:
        if holds(mind.old, kind):
            mind.old -= ONE[kind]
    elif origin >= FROM_HAND:
        owner = table.places[origin - FROM_HAND]
        if holds(owner.perhaps[observer], kind):
            owner.perhaps = changed(owner.perhaps, observer, -ONE[kind])


def forget(table: Table, observer: int, slot: int) -> None:
    """An observer loses sight of a slot that it had seen: the bound on its source is as wide as before."""
    kind = card(slot)
    mind = table.places[observer]
    if source(slot) == FRESH and count(mind.fresh, kind) < COPIES[kind]:
        mind.fresh += ONE[kind]
    elif source(slot) == OLD and count(mind.old, kind) < COPIES[kind]:
        mind.old += ONE[kind]


def learn_all(table: Table, slot: int) -> None:
    """A face-down card is shown to everybody."""
    bits = table.layout.bits
    for observer in range(len(bits)):
        if not seen(slot) & bits[observer]:
            learn(table, observer, slot)


def reach_hand(table: Table, owner: int, slot: int) -> None:
    """A slot goes into a hand: who had seen it knows a card there, and its owner sees it now."""
    if source(slot) < FROM_HAND and not seen(slot):  # nearly every draw, so worth a shortcut
        learn(table, owner, slot)
        return
    reach_hand_together(table, owner, (slot,))


def reach_hand_together(table: Table, owner: int, slots: tuple[int, ...]) -> None:
    """Several slots go into a hand, see ``reach_hand``."""
    bits = table.layout.bits
    surely = table.places[owner].surely[:]
    for slot in slots:
        one = ONE[card(slot)]
        eyes = seen(slot)
        origin = source(slot) - FROM_HAND
        for observer in range(len(bits)):
            if eyes & bits[observer]:
                if observer != owner:
                    surely[observer] = surely[observer] + one
            elif observer == owner:
                learn(table, observer, slot)
            elif origin >= 0 and origin != owner:
                _lose_unseen_slot(table.places[origin], observer)
    table.places[owner].surely = surely


def recall(table: Table, slot: int) -> None:
    """After a slot moved: with no unseen slot left from a hand, what was perhaps in that hand surely is."""
    origin = source(slot) - FROM_HAND
    if origin < 0:
        return
    place = table.places[origin]
    bits = table.layout.bits
    for observer in range(len(bits)):
        perhaps = place.perhaps[observer]
        if perhaps and not _has_unseen_from(table, source(slot), bits[observer]):
            place.surely = changed(place.surely, observer, perhaps)
            _clear_perhaps(place, observer)


def _has_unseen_from(table: Table, origin: int, bit: int) -> bool:
    for place in table.places:
        for slot in place.future:
            if source(slot) == origin and not seen(slot) & bit:
                return True
    return False


# -- hands ----------------------------------------------------------------------------------------------------


def changed(bags: list[int], observer: int, by: int) -> list[int]:
    """Bags per observer with cards added to one of them, or taken away. Clones share the bags as they were."""
    copy = bags[:]
    copy[observer] = copy[observer] + by
    return copy


def _clear_perhaps(place: Place, observer: int) -> None:
    if place.perhaps[observer]:
        place.perhaps = changed(place.perhaps, observer, -place.perhaps[observer])


def _lose_unseen_slot(place: Place, observer: int) -> None:
    """A slot put down from a hand is in another hand now. It held one card: of each kind, one copy may be gone."""
    if place.perhaps[observer]:
        place.perhaps = changed(place.perhaps, observer, -one_of_each(place.perhaps[observer]))


def enter_openly(table: Table, owner: int, kind: int) -> None:
    """A card that everybody sees goes into a hand."""
    place = table.places[owner]
    surely = [bag + ONE[kind] for bag in place.surely]
    surely[owner] = EMPTY
    place.surely = surely


def leave_openly(place: Place, kind: int) -> None:
    """A card leaves a hand for all to see."""
    surely = place.surely
    perhaps = place.perhaps
    for observer in range(len(surely)):
        if surely[observer] or perhaps[observer]:  # most know nothing of a hand
            _strike(place, observer, kind)


def leave_hidden(place: Place, kind: int, knowers: int, bits: list[int]) -> None:
    """A card is put down from a hand; only ``knowers`` see which."""
    for observer in range(len(bits)):
        surely = place.surely[observer]
        if not surely and not place.perhaps[observer]:
            continue
        if knowers & bits[observer]:
            _strike(place, observer, kind)
        elif surely:
            place.perhaps = changed(place.perhaps, observer, surely)
            place.surely = changed(place.surely, observer, -surely)


def _strike(place: Place, observer: int, kind: int) -> None:
    """One card of a kind is gone from a hand. It may have been another copy, so one copy less is certain."""
    surely = place.surely[observer]
    perhaps = place.perhaps[observer]
    if holds(surely, kind):
        place.surely = changed(place.surely, observer, -ONE[kind])
    elif holds(perhaps, kind):
        place.perhaps = changed(place.perhaps, observer, -ONE[kind])


def see_hand(table: Table, observer: int, owner: int, shown: int) -> None:
    """An observer is shown a bag of cards of a hand, all at the same time."""
    place = table.places[owner]
    for kind in different_kinds(shown):
        more = count(shown, kind) - count(place.surely[observer], kind)
        if more > 0:
            place.surely = changed(place.surely, observer, more * ONE[kind])
            no_longer = min(more, count(place.perhaps[observer], kind))
            place.perhaps = changed(place.perhaps, observer, -no_longer * ONE[kind])


def change_hands(table: Table, giver: int, taker: int, kind: int) -> None:
    """A card goes from hand to hand, seen by those two. It has left the giver's hand already."""
    taken = table.places[taker]
    taken.surely = changed(taken.surely, giver, ONE[kind])
    place = table.places[giver]
    _strike(place, taker, kind)
    for observer in range(len(place.surely)):
        if observer not in (giver, taker):
            _lose_unseen_card(place, taken, observer, kind)


def _lose_unseen_card(giver: Place, taker: Place, observer: int, kind: int) -> None:
    """A third seat cannot tell which card went from hand to hand: of each kind that it knows one copy may be gone."""
    surely = giver.surely[observer]
    if surely == giver.hand + ONE[kind] and different_kinds(surely) == [kind]:  # it knew the hand, and all were alike
        _strike(giver, observer, kind)
        taker.surely = changed(taker.surely, observer, ONE[kind])
        return
    for each in different_kinds(surely + giver.perhaps[observer]):
        _strike(giver, observer, each)


# -- the Well -------------------------------------------------------------------------------------------------


def unknown_cards(table: Table, observer: int) -> int:
    """Bag of all cards in face-down slots and hands of which the observer knows nothing."""
    bit = table.layout.bits[observer]
    bag = EMPTY
    for stack in table.stacks():
        for slot in stack:
            if not seen(slot) & bit:
                bag += ONE[card(slot)]
    for owner, place in enumerate(table.seated()):
        if owner != observer:
            bag += place.hand - place.surely[observer] - place.perhaps[observer]
    return bag


def start_new_well(table: Table, new_cards: int) -> None:
    """The Well is empty and a bag of open cards is about to be shuffled into a new one."""
    for observer, place in enumerate(table.places):
        place.old = unknown_cards(table, observer)
        place.fresh = new_cards
    table.lay_stacks([[aged(slot) for slot in stack] for stack in table.stacks()])
