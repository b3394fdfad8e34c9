"""Random states that agree with what a seat knows.

Hidden cards are interchangeable as far as a seat can tell: every way to lay the cards it cannot see on the places it
cannot see is equally likely. What is *not* hidden: its own hand, all face-up cards, the pile, the box, and the part
of each hand that was taken from the pile in the open (``Table.known``). With foresight a seat knows the faces of its
own face-down cards, so only their slots are shuffled.

One more thing is known: a decision that is asked leaves a choice, for the engine carries out forced ones itself. So
if the active seat would have a single legal action, the cards are laid again.
"""

from random import Random
from typing import Final

from engines.karma.cards import NO_CARD, add, cards_in
from engines.karma.table import CHOOSE_UP, NOT_CHOSEN, OVER, SLOTS, Table
from engines.karma.turn import legal

_TRIES: Final = 2000
"""A position set up by hand may show a decision without a choice; after so many tries it is taken as it is."""


def hide_and_deal(table: Table, seat: int, rng: Random) -> None:
    """Replace everything a seat (or ``PUBLIC``) cannot see by chance."""
    pool = list(table.draw[table.drawn :])
    for other in range(len(table.hands)):
        if other != seat:
            pool += cards_in(table.hands[other] & ~table.known[other])
            table.hands[other] = table.known[other]
        if not knows_faces(table, seat, other):
            pool += [card for card in table.downs[SLOTS * other : SLOTS * other + SLOTS] if card != NO_CARD]
    deal_hidden(table, seat, pool, rng)


def knows_faces(table: Table, seat: int, owner: int) -> bool:
    """Does the seat know which cards, though not in which slots, lie face down at the owner's?"""
    return seat == owner and table.variant.option("foresight") == 1


def deal_hidden(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    """Lay the pool on the hidden places. Hands of others hold only their known cards, ``sizes`` is complete."""
    if table.current == CHOOSE_UP:
        table.chosen = [choice if each == seat else NOT_CHOSEN for each, choice in enumerate(table.chosen)]
    known_hands = table.hands[:]
    for _try in range(_TRIES):
        table.hands = known_hands[:]
        _lay(table, seat, pool, rng)
        if table.current in (CHOOSE_UP, OVER):
            table.options = []
            return
        table.options = legal(table)
        if table.seat == seat or len(table.options) > 1:
            return


def _lay(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    shuffle(pool, rng)
    at = 0
    for other in range(len(table.hands)):
        if other != seat:
            missing = table.sizes[other] - table.known[other].bit_count()
            for card in pool[at : at + missing]:
                table.hands[other] = add(table.hands[other], card)
            at += missing
        slots = [slot for slot in range(SLOTS * other, SLOTS * other + SLOTS) if table.downs[slot] != NO_CARD]
        if knows_faces(table, seat, other):
            faces = [table.downs[slot] for slot in slots]
            shuffle(faces, rng)
        else:
            faces = pool[at : at + len(slots)]
            at += len(slots)
        for slot, card in zip(slots, faces, strict=True):
            table.downs[slot] = card
    table.draw = tuple(pool[at:])
    table.drawn = 0


def shuffle(cards: list[int], rng: Random) -> None:
    """Fisher-Yates; ``random()`` is several times faster than ``randrange`` and even to 1 in 10^14."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
