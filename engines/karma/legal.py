"""Which actions a seat may choose from (sections "A turn", "What fits" and "Karma cards" of the rules page)."""

from typing import Final

from engines.karma.actions import FLIP, FROM_HAND, FROM_UP, GIVE, TAKE, choices, plays
from engines.karma.cards import EMPTY, NO_CARD, SINGLES, cards_in
from engines.karma.fits import FITTING
from engines.karma.table import CHOOSE_UP, FOLLOW_UP, MAIN, NOT_CHOSEN, OVER, SLOTS, Holding, Table

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
        options = plays(own.up & FITTING[table.top] & SINGLES, FROM_UP)
    elif not own.has_no_down_cards():
        return flips(own)
    else:
        options = plays(own.hand & FITTING[table.top], FROM_HAND)
    return options or [TAKE]  # nothing fits: only under strictFollowUp


def forced(table: Table) -> int:
    """The only legal action, or ``CHOICE``. Most often told without listing them."""
    if table.current == MAIN:
        own = table.own
        zone = own.hand if own.size > 0 else own.up
        playable = zone & FITTING[table.top]
        if zone != EMPTY and table.pile:
            return TAKE if playable == EMPTY else CHOICE
        if playable & (playable - 1) != 0:  # at least two bits
            return CHOICE
    elif table.current in (CHOOSE_UP, OVER):
        return CHOICE
    options = legal(table)
    return options[0] if len(options) == 1 else CHOICE


def flips(own: Holding) -> list[int]:
    return [FLIP + slot for slot in range(SLOTS) if own.down[slot] != NO_CARD]


def legal_choices(table: Table, seat: int) -> list[int]:
    """CHOOSE_UP is asked of all seats at once: nothing for a seat that has chosen."""
    own = table.seats[seat]
    return choices(cards_in(own.hand)) if own.chosen == NOT_CHOSEN else []
