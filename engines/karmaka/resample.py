"""Random states that agree with what a seat knows and remembers.

Think of the cards as numbered. Cards that the observer has placed (seen slots, ``surely``) stay; a ``perhaps`` card
goes to a random place among its owner's hand and the slots put down from it; all other cards are laid on the other
hidden places so that every way to do it is equally likely. What is kept to: slots of the present Well hold no card
that was elsewhere when it was shuffled, and slots of earlier Wells hold no card that was shuffled into it.

That a seat is asked tells nothing about its cards: who is asked follows from what lies open.
"""

from math import comb, perm
from random import Random

from engines.chance import Deal
from engines.interface import PUBLIC
from engines.karmaka.bags import ALL_CARDS, EMPTY, bag_of, count, kinds_in, size
from engines.karmaka.cards import KINDS, NO_CARD
from engines.karmaka.slots import FRESH, FROM_HAND, OLD, SPECTATOR, card, seen, source, with_card
from engines.karmaka.table import Place, Table
from engines.shuffling import shuffle


def hide_and_deal(table: Table, seat: int, rng: Random) -> None:
    """Replace everything a seat (or ``PUBLIC``) does not know by chance."""
    observer = table.layout.seats if seat == PUBLIC else seat
    blank_memory_of_others(table, observer)
    deal_hidden(table, Hidden(table, observer), rng)


def deal_hidden(table: Table, hidden: "Hidden", rng: Random) -> None:
    """Lay the hidden cards; chance still to come is new as well, for the real one is a secret."""
    table.deal = Deal(rng.getrandbits(256).to_bytes(32, "big"))
    for place in table.seated():
        place.picks = 0
    hidden.lay(table, rng)


def blank_memory_of_others(table: Table, observer: int) -> None:
    """Nobody can tell what others remember of third hands, except for what a spectator would."""
    spectator = table.layout.seats
    for other in range(spectator):
        if other == observer:
            continue
        table.places[other].fresh = table.places[spectator].fresh
        table.places[other].old = table.places[spectator].old
    for owner, place in enumerate(table.seated()):
        if owner != observer:
            _blank_memory_of_hand(table, place, owner, observer)


def _blank_memory_of_hand(table: Table, place: Place, owner: int, observer: int) -> None:
    """What those remember of a hand who are neither its owner nor the observer."""
    surely = place.surely[:]
    perhaps = place.perhaps[:]
    spectator = table.layout.seats
    for other in range(spectator):
        if other not in (owner, observer):
            surely[other] = surely[spectator]
            knows_more = _has_seen_more(table, other, FROM_HAND + owner)
            perhaps[other] = EMPTY if knows_more else perhaps[spectator]
    place.surely = surely
    place.perhaps = perhaps


def _has_seen_more(table: Table, observer: int, origin: int) -> bool:
    """Has the observer seen a slot put down from a hand that a spectator has not?"""
    bit = table.layout.bits[observer]
    for place in table.seated():
        for slot in place.future:
            if source(slot) == origin and seen(slot) & bit and not seen(slot) & SPECTATOR:
                return True
    return False


class Hidden:
    """The places an observer cannot see and the cards that lie there.

    A place is a number: a seat for a place in its hand, otherwise 4 + an index into ``stack_of`` and ``positions``.
    """

    def __init__(self, table: Table, observer: int) -> None:
        seats = table.layout.seats
        self.observer = observer
        self.stacks = [list(stack) for stack in table.stacks()]
        self.stack_of: list[list[int]] = []
        self.positions: list[int] = []
        self.fresh: list[int] = []
        self.old: list[int] = []
        self.mixed: list[int] = []
        self.from_hand: list[list[int]] = [[] for _seat in range(seats)]
        """Places that may hold the ``perhaps`` cards of each seat."""
        self.surely = [place.surely[observer] for place in table.seated()]
        self.perhaps = [kinds_in(place.perhaps[observer]) for place in table.seated()]
        visible = self._find_places(table)
        self._find_cards(table, ALL_CARDS - visible)

    def _find_places(self, table: Table) -> int:
        """Fill the lists of places. Returns the bag of all cards that need none."""
        bit = table.layout.bits[self.observer]
        visible = bag_of(table.ruins)
        if table.centre != NO_CARD:
            visible += bag_of([table.centre])
        for stack in self.stacks:
            for at, slot in enumerate(stack):
                if seen(slot) & bit:
                    visible += bag_of([card(slot)])
                else:
                    self._add_slot(stack, at, source(slot))
        for owner, place in enumerate(table.seated()):
            visible += bag_of(place.deeds)
            if owner == self.observer:
                visible += place.hand
            else:
                visible += self.surely[owner] + bag_of(self.perhaps[owner])
                self.from_hand[owner] += [owner] * (size(place.hand) - size(self.surely[owner]))
        return visible

    def _add_slot(self, stack: list[int], at: int, origin: int) -> None:
        place = 4 + len(self.stack_of)
        self.stack_of.append(stack)
        self.positions.append(at)
        if origin == FRESH:
            self.fresh.append(place)
        elif origin == OLD:
            self.old.append(place)
        elif origin >= FROM_HAND:
            self.from_hand[origin - FROM_HAND].append(place)
        else:
            self.mixed.append(place)

    def _find_cards(self, table: Table, unknown: int) -> None:
        """Sort unknown cards by where they may lie, beside the places of mixed source that take any card."""
        self.fresh_or_mixed: list[int] = []
        self.old_or_mixed: list[int] = []
        self.anywhere: list[int] = []
        self.mixed_only: list[int] = []
        fresh = table.places[self.observer].fresh
        old = table.places[self.observer].old
        for kind in range(KINDS):
            copies = count(unknown, kind)
            may_be_fresh = min(copies, count(fresh, kind))
            may_be_old = min(copies, count(old, kind))
            both = max(0, may_be_fresh + may_be_old - copies)
            self.fresh_or_mixed += [kind] * (may_be_fresh - both)
            self.old_or_mixed += [kind] * (may_be_old - both)
            self.anywhere += [kind] * both
            self.mixed_only += [kind] * (copies - may_be_fresh - may_be_old + both)

    def problem(self, table: Table) -> str:
        """Why the cards cannot be laid out, or nothing. A state always can; a view that was tampered with may not."""
        cards = len(self.fresh_or_mixed) + len(self.old_or_mixed) + len(self.anywhere) + len(self.mixed_only)
        places = len(self.fresh) + len(self.old) + len(self.mixed)
        for around, perhaps in zip(self.from_hand, self.perhaps, strict=True):
            if len(perhaps) > len(around):
                return "A hand and the slots put down from it are too few for the cards remembered there."
            places += len(around) - len(perhaps)
        for owner, sure in enumerate(self.surely):
            if size(sure) > size(table.places[owner].hand):
                return "A hand has fewer cards than are remembered in it."
        if cards != places:
            return f"There are {places} hidden places for {cards} hidden cards."
        if len(self.fresh_or_mixed) + len(self.anywhere) < len(self.fresh) or not any(self._ways()):
            return "The bounds leave too few cards for the Well."
        return ""

    def lay(self, table: Table, rng: Random) -> None:
        hands = [kinds_in(bag) for bag in self.surely]
        places = self.mixed[:]
        for owner, around in enumerate(self.from_hand):
            free = around[:]
            shuffle(free, rng)
            perhaps = self.perhaps[owner]
            self._put(hands, free[: len(perhaps)], perhaps)
            places += free[len(perhaps) :]
        rest = self._lay_well_slots(hands, rng)
        shuffle(rest, rng)
        self._put(hands, places, rest)
        for owner, hand in enumerate(hands):
            if owner != self.observer:
                table.places[owner].hand = bag_of(hand)
        table.lay_stacks(self.stacks)
        _show_again(table, self.observer, rng)

    def _lay_well_slots(self, hands: list[list[int]], rng: Random) -> list[int]:
        """Fill the slots of the present and the earlier Wells. Returns the cards left over."""
        free = self.anywhere[:]
        shuffle(free, rng)
        shared = self._free_cards_for_fresh(rng)
        fresh, fresh_left = _draw(self.fresh_or_mixed, len(self.fresh) - shared, rng)
        fresh += free[:shared]
        shuffle(fresh, rng)
        self._put(hands, self.fresh, fresh)
        old, old_left = _draw(self.old_or_mixed + free[shared:], len(self.old), rng)
        self._put(hands, self.old, old)
        return self.mixed_only + fresh_left + old_left

    def _free_cards_for_fresh(self, rng: Random) -> int:
        """How many of the cards that may lie anywhere go to slots of the present Well: as likely as there are ways."""
        if not self.anywhere:
            return 0
        ways = self._ways()
        pick = rng.randrange(sum(ways))
        for shared, number in enumerate(ways):
            pick -= number
            if pick < 0:
                return shared
        raise AssertionError("The pick is below the sum of all ways.")

    def _ways(self) -> list[int]:
        """Number of ways to fill the slots of all Wells, by how many free cards go to the present one."""
        free, sure, slots = len(self.anywhere), len(self.fresh_or_mixed), len(self.fresh)
        return [
            comb(free, shared)
            * comb(sure, slots - shared)
            * perm(len(self.old_or_mixed) + free - shared, len(self.old))
            for shared in range(min(free, slots) + 1)
        ]

    def _put(self, hands: list[list[int]], places: list[int], kinds: list[int]) -> None:
        for at, place in enumerate(places):
            if place < 4:
                hands[place].append(kinds[at])
            else:
                stack = self.stack_of[place - 4]
                position = self.positions[place - 4]
                stack[position] = with_card(stack[position], kinds[at])


def _draw(kinds: list[int], cards: int, rng: Random) -> tuple[list[int], list[int]]:
    """Random cards in random order, and those left."""
    pool = kinds[:]
    shuffle(pool, rng)
    return pool[:cards], pool[cards:]


def _show_again(table: Table, observer: int, rng: Random) -> None:
    """Swindle: who is not involved does not know which cards of the hand are shown."""
    if table.shown and observer not in (table.seat, table.target):
        hand = kinds_in(table.places[table.target].hand)
        table.shown = tuple(sorted(rng.sample(hand, len(table.shown))))
