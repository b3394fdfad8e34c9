"""Random states that agree with what a seat knows.

Hidden cards are interchangeable as far as a seat can tell: every way to lay the cards it cannot see on the places it
cannot see is equally likely. What is *not* hidden: its own hand, all face-up cards, the pile, the box, and the part
of each hand that was taken from the pile in the open (``Holding.known``). With foresight a seat knows the faces of its
own face-down cards, so only their slots are shuffled.

One more thing is known: a decision that is asked leaves a choice, for the engine carries out forced ones itself. So
if the active seat would have a single legal action, the cards are laid again. Where a choice is so rare that this does
not end (strictFollowUp on a high card), cards that give one are put into its hand: such states agree with all that is
known as well, but those with more fitting cards come too often.
"""

from random import Random
from typing import Final

from engines.karma.cards import NO_CARD, add, cards_in, size
from engines.karma.fits import fits
from engines.karma.legal import CHOICE, forced
from engines.karma.table import NOT_CHOSEN, Table

_TRIES: Final = 2000
"""A position set up by hand may show a decision without a choice, so no number of tries is enough."""
_CHOICE_CARDS: Final = 2
"""Two cards that fit are a choice at every decision, equal ones too: one of them or both."""


def hide_and_deal(table: Table, seat: int, rng: Random) -> None:
    """Replace everything a seat (or ``PUBLIC``) cannot see by chance."""
    pool = list(table.draw[table.drawn :])
    for number, each in enumerate(table.seats):
        if number != seat:
            pool += cards_in(each.hand & ~each.known)
            each.hand = each.known
        if not knows_faces(table, seat, number):
            pool += each.down_cards()
    deal_hidden(table, seat, pool, rng)


def knows_faces(table: Table, seat: int, owner: int) -> bool:
    """Does the seat know which cards, though not in which slots, lie face down at the owner's?"""
    return seat == owner and table.variant.option("foresight") == 1


def deal_hidden(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    """Lay the pool on the hidden places. Hands of others hold only their known cards; sizes are complete."""
    for _try in range(_TRIES):
        shuffle(pool, rng)
        _lay(table, seat, pool, rng)
        if table.active == seat or forced(table) == CHOICE:
            return
    _bring_a_choice(table, seat, pool, rng)
    _lay(table, seat, pool, rng)


def _bring_a_choice(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    """Move cards that fit to the places of the pool that become the active seat's hand, as far as there are any."""
    start = sum([hidden_places(table, seat, number) for number in range(table.active)])
    missing = table.own.size - size(table.own.known)
    for place in range(start, start + min(missing, _CHOICE_CARDS)):
        fitting = [at for at, card in enumerate(pool) if not start <= at < place and fits(card, table.top)]
        if fitting:
            other = fitting[int(rng.random() * len(fitting))]
            pool[place], pool[other] = pool[other], pool[place]


def hidden_places(table: Table, seat: int, owner: int) -> int:
    """How many cards of an owner a seat (or ``PUBLIC``) cannot see: so many of the pool ``_lay`` gives to it."""
    own = table.seats[owner]
    hand = 0 if owner == seat else own.size - size(own.known)
    return hand + (0 if knows_faces(table, seat, owner) else len(own.down_cards()))


def _lay(table: Table, seat: int, pool: list[int], rng: Random) -> None:
    at = 0
    for number, each in enumerate(table.seats):
        if number != seat:
            each.chosen = NOT_CHOSEN  # whether others have chosen already, and what, is not shown
            missing = each.size - size(each.known)
            each.hand = each.known
            for card in pool[at : at + missing]:
                each.hand = add(each.hand, card)
            at += missing
        faces = each.down_cards()
        if knows_faces(table, seat, number):
            shuffle(faces, rng)
        else:
            count = len(faces)
            faces = pool[at : at + count]
            at += count
        each.down = _in_slots(each.down, faces)
    table.draw = tuple(pool[at:])
    table.drawn = 0


def _in_slots(slots: tuple[int, ...], faces: list[int]) -> tuple[int, ...]:
    """The faces in the slots that are not empty."""
    left = faces[:]
    return tuple([NO_CARD if card == NO_CARD else left.pop() for card in slots])


def shuffle(cards: list[int], rng: Random) -> None:
    """Fisher-Yates; ``random()`` is several times faster than ``randrange`` and even to 1 in 10^14."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
