"""Which actions a seat may choose from (sections "A turn", "What fits" and "Karma cards" of the rules page)."""

from typing import Final

from engines.karma.actions import FLIP, FROM_HAND, FROM_UP, GIVE, TAKE, choices, plays
from engines.karma.cards import EMPTY, NO_CARD, SINGLES, cards_in
from engines.karma.fits import FITTING
from engines.karma.table import CHOOSE_UP, FIRST_RULES, FOLLOW_UP, MAIN, NOT_CHOSEN, OVER, SLOTS, Holding, Table

CHOICE: Final = -1
"""No single action is forced."""


def legal(table: Table) -> list[int]:
    """Legal actions of the active seat, ascending."""
    if table.current == MAIN:
        return legal_main(table)
    if table.current == FOLLOW_UP:
        return legal_follow_up(table)
    return [GIVE + seat for seat in range(len(table.seats)) if seat != table.active]


def legal_main(table: Table) -> list[int]:
    """From the hand; without hand cards from the face-up cards; without those a flip. Or take the pile."""
    own = table.own
    if own.size > 0:
        options = plays(own.hand & FITTING[table.top], FROM_HAND)
    elif own.up > 0:
        options = plays(own.up & FITTING[table.top], FROM_UP)
    else:
        options = flips(own)
    if table.pile:
        options.append(TAKE)
    return options


def legal_follow_up(table: Table) -> list[int]:
    """After T: one face-up card; without those a flip; without table cards a play from hand."""
    own = table.own
    if own.up > 0:
        return plays(own.up & FITTING[table.top] & SINGLES, FROM_UP) or [TAKE]  # nothing fits: under strictFollowUp
    if not own.has_no_down_cards():
        return flips(own)
    options = plays(own.hand & FITTING[table.top], FROM_HAND)
    if table.strict and (table.rules != FIRST_RULES or not options):
        options.append(TAKE)  # always offered, so that taking the pile tells nothing about the hand
    return options


def forced(table: Table) -> int:
    """The only legal action, if everybody at the table can know that it is the only one; otherwise ``CHOICE``.

    Who is asked may not depend on hidden cards: the time until the next request would tell them.
    """
    if table.current in (CHOOSE_UP, OVER):
        return CHOICE
    if table.rules != FIRST_RULES and _is_from_hand(table):
        return _forced_from_hand(table)
    options = legal(table)  # all of it lies open: face-up cards, slots, seats
    return options[0] if len(options) == 1 else CHOICE


def _is_from_hand(table: Table) -> bool:
    if table.current == MAIN:
        return table.own.size > 0
    return table.current == FOLLOW_UP and table.own.has_no_table_cards()


def _forced_from_hand(table: Table) -> int:
    """A hand of one card that fits anyway, or a hand that everybody has seen and in which nothing fits."""
    own = table.own
    may_take = len(table.pile) > 0 if table.current == MAIN else table.strict
    if may_take:
        return TAKE if own.known == own.hand and own.hand & FITTING[table.top] == EMPTY else CHOICE
    return legal(table)[0] if own.size == 1 else CHOICE


def flips(own: Holding) -> list[int]:
    return [FLIP + slot for slot in range(SLOTS) if own.down[slot] != NO_CARD]


def legal_choices(table: Table, seat: int) -> list[int]:
    """CHOOSE_UP is asked of all seats at once: nothing for a seat that has chosen."""
    own = table.seats[seat]
    return choices(cards_in(own.hand)) if own.chosen == NOT_CHOSEN else []
