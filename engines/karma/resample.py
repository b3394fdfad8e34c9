"""Random states that agree with what a seat knows.

Hidden cards are interchangeable as far as a seat can tell: every way to lay the cards it cannot see on the places it
cannot see is equally likely. What is *not* hidden: its own hand, all face-up cards, the pile, the box, and the part
of each hand that was taken from the pile in the open (``Holding.known``). With foresight a seat knows the faces of its
own face-down cards, so only their slots are shuffled.

That a seat is asked tells nothing about its cards: who is asked follows from what lies open.
"""

from random import Random

from engines.karma.cards import NO_CARD, add, cards_in, size
from engines.karma.table import NOT_CHOSEN, OVER, Table
from engines.shuffling import shuffle


def hide_and_deal(table: Table, seat: int, rng: Random) -> None:
    """Replace everything a seat (or ``PUBLIC``) cannot see by chance."""
    pool = list(table.draw[table.drawn :])
    for number, place in enumerate(table.seats):
        if number != seat:
            pool += cards_in(place.hand & ~place.known)
            place.hand = place.known
        if not knows_faces(table, seat, number):
            pool += place.down_cards()
    if table.current == OVER:
        table.pass_to(table.first)  # whose turn it was last is not shown
    pool.sort()  # as ``imagine`` has it, which does not know where they lie: both make the same of a random stream
    deal_hidden(table, seat, pool, rng)


def knows_faces(table: Table, seat: int, owner: int) -> bool:
    """Does the seat know which cards, though not in which slots, lie face down at the owner's?"""
    return seat == owner and table.variant.option("foresight") == 1


def deal_hidden(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    """Lay the pool, sorted, on the hidden places. Hands of others hold only their known cards; sizes are complete."""
    shuffle(pool, rng)
    _lay(table, seat, pool, rng)


def hidden_places(table: Table, seat: int, owner: int) -> int:
    """How many cards of an owner a seat (or ``PUBLIC``) cannot see: so many of the pool ``_lay`` gives to it."""
    own = table.seats[owner]
    hand = 0 if owner == seat else own.size - size(own.known)
    return hand + (0 if knows_faces(table, seat, owner) else len(own.down_cards()))


def _lay(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    at = 0
    for number, place in enumerate(table.seats):
        if number != seat:
            place.chosen = NOT_CHOSEN  # whether others have chosen already, and what, is not shown
            missing = place.size - size(place.known)
            place.hand = place.known
            for card in pool[at : at + missing]:
                place.hand = add(place.hand, card)
            at += missing
        faces = place.down_cards()
        if knows_faces(table, seat, number):
            faces.sort()
            shuffle(faces, rng)
        else:
            count = len(faces)
            faces = pool[at : at + count]
            at += count
        place.down = _in_slots(place.down, faces)
    table.draw = tuple(pool[at:])
    table.drawn = 0


def _in_slots(slots: tuple[int, ...], faces: list[int]) -> tuple[int, ...]:
    """The faces in the slots that are not empty."""
    left = faces[:]
    return tuple([NO_CARD if card == NO_CARD else left.pop() for card in slots])
