"""What seats remember of cards they cannot see (any more), kept so that it is never wrong.

An *observer* is a seat, or a spectator. Each remembers

- of a face-down slot: whether it has seen the card (``slots.seen``);
- of another hand: ``surely``, cards certainly in it, and ``perhaps``, cards that are in it or among the slots put
  down from it. A card put down unseen turns all of ``surely`` into ``perhaps``;
- of the Well: ``fresh`` and ``old``, the most copies of each kind that slots from the present Well, and from earlier
  ones, can hold. A reshuffle happens in the open, so everyone knows which cards the new Well is made of.

Copies are alike, so memory counts kinds and not cards. Where exact tracking would need a tree of possibilities,
memory forgets; ``README.md``, section "What is remembered", lists where. Every function here uses only what the
observer saw.
"""

from engines.karmaka.bags import EMPTY, ONE, count
from engines.karmaka.cards import COPIES
from engines.karmaka.slots import FRESH, FROM_HAND, OLD, card, seen, source
from engines.karmaka.table import Table

# -- slots ----------------------------------------------------------------------------------------------------


def learn(table: Table, observer: int, slot: int) -> None:
    """An observer sees a slot that it had not seen."""
    kind = card(slot)
    origin = source(slot)
    if origin == FRESH:
        if count(table.fresh[observer], kind):
            table.fresh[observer] -= ONE[kind]
    elif origin == OLD:
        if count(table.old[observer], kind):
            table.old[observer] -= ONE[kind]
    elif origin >= FROM_HAND:
        at = table.memory_at(observer, origin - FROM_HAND)
        if count(table.perhaps[at], kind):
            table.perhaps[at] -= ONE[kind]


def forget(table: Table, observer: int, slot: int) -> None:
    """An observer loses sight of a slot that it had seen: the bound on its source is as wide as before."""
    kind = card(slot)
    if source(slot) == FRESH and count(table.fresh[observer], kind) < COPIES[kind]:
        table.fresh[observer] += ONE[kind]
    elif source(slot) == OLD and count(table.old[observer], kind) < COPIES[kind]:
        table.old[observer] += ONE[kind]


def learn_all(table: Table, slot: int) -> None:
    """A face-down card is shown to everybody."""
    bits = table.layout.bits
    for observer in range(len(bits)):
        if not seen(slot) & bits[observer]:
            learn(table, observer, slot)


def reach_hand(table: Table, owner: int, slot: int) -> None:
    """A slot goes into a hand: who had seen it knows a card there, and its owner sees it now."""
    origin = source(slot) - FROM_HAND
    if origin < 0 and not seen(slot):  # nearly every draw, so worth a shortcut
        learn(table, owner, slot)
        return
    bits = table.layout.bits
    kind = card(slot)
    for observer in range(len(bits)):
        if seen(slot) & bits[observer]:
            if observer != owner:
                table.surely[table.memory_at(observer, owner)] += ONE[kind]
        elif observer == owner:
            learn(table, observer, slot)
        elif origin >= 0 and origin != owner:
            table.perhaps[table.memory_at(observer, origin)] = EMPTY


def recall(table: Table, slot: int) -> None:
    """After a slot moved: with no unseen slot left from a hand, what was perhaps in that hand surely is."""
    origin = source(slot) - FROM_HAND
    if origin < 0:
        return
    bits = table.layout.bits
    for observer in range(len(bits)):
        at = table.memory_at(observer, origin)
        if table.perhaps[at] and not _has_unseen_from(table, source(slot), bits[observer]):
            table.surely[at] += table.perhaps[at]
            table.perhaps[at] = EMPTY


def _has_unseen_from(table: Table, origin: int, bit: int) -> bool:
    for future in table.futures:
        for slot in future:
            if source(slot) == origin and not seen(slot) & bit:
                return True
    return False


# -- hands ----------------------------------------------------------------------------------------------------


def enter_openly(table: Table, owner: int, kind: int) -> None:
    """A card that everybody sees goes into a hand."""
    for observer in range(len(table.layout.bits)):
        if observer != owner:
            table.surely[table.memory_at(observer, owner)] += ONE[kind]


def leave_openly(table: Table, owner: int, kind: int) -> None:
    """A card leaves a hand for all to see."""
    seats = table.layout.seats
    at = owner
    for _observer in range(seats + 1):
        if table.surely[at] or table.perhaps[at]:
            _strike(table, at, kind)
        at += seats


def leave_hidden(table: Table, owner: int, kind: int, knowers: int) -> None:
    """A card is put down from a hand; only ``knowers`` see which."""
    seats = table.layout.seats
    at = owner
    for bit in table.layout.bits:
        if table.surely[at] or table.perhaps[at]:
            if knowers & bit:
                _strike(table, at, kind)
            else:
                table.perhaps[at] += table.surely[at]
                table.surely[at] = EMPTY
        at += seats


def _strike(table: Table, at: int, kind: int) -> None:
    """One card of a kind is gone from a hand. It may have been another copy, so one copy less is certain."""
    if count(table.surely[at], kind):
        table.surely[at] -= ONE[kind]
    elif count(table.perhaps[at], kind):
        table.perhaps[at] -= ONE[kind]


def see_hand(table: Table, observer: int, owner: int, kinds: list[int]) -> None:
    """An observer is shown cards of a hand, all at the same time."""
    at = table.memory_at(observer, owner)
    for kind in sorted(set(kinds)):
        more = kinds.count(kind) - count(table.surely[at], kind)
        if more > 0:
            table.surely[at] += more * ONE[kind]
            table.perhaps[at] -= min(more, count(table.perhaps[at], kind)) * ONE[kind]


def change_hands(table: Table, giver: int, taker: int, kind: int) -> None:
    """A card goes from hand to hand, seen by those two. The others cannot tell which of its cards the giver lost."""
    for observer in range(len(table.layout.bits)):
        at = table.memory_at(observer, giver)
        if observer == giver:
            table.surely[table.memory_at(observer, taker)] += ONE[kind]
        elif observer == taker:
            _strike(table, at, kind)
        else:
            table.surely[at] = EMPTY
            table.perhaps[at] = EMPTY


# -- the Well -------------------------------------------------------------------------------------------------


def unknown_cards(table: Table, observer: int) -> int:
    """Bag of all cards in face-down slots and hands of which the observer knows nothing."""
    bit = table.layout.bits[observer]
    bag = EMPTY
    for stack in [table.well, table.aside, *table.decks, *table.futures]:
        for slot in stack:
            if not seen(slot) & bit:
                bag += ONE[card(slot)]
    for owner in range(table.layout.seats):
        if owner != observer:
            for kind in table.hands[owner]:
                bag += ONE[kind]
            at = table.memory_at(observer, owner)
            bag -= table.surely[at] + table.perhaps[at]
    return bag


def start_new_well(table: Table, new_cards: int) -> None:
    """The Well is empty and a bag of open cards is about to be shuffled into a new one."""
    for observer in range(len(table.layout.bits)):
        table.old[observer] = unknown_cards(table, observer)
        table.fresh[observer] = new_cards
    for stack in [table.aside, *table.decks, *table.futures]:
        for at, slot in enumerate(stack):
            if source(slot) == FRESH:
                stack[at] = slot - ((FRESH - OLD) << 10)
