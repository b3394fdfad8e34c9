"""The invariants of the rules page. A breach is an ``AssertionError`` with a sentence."""

from engines.karma.cards import (
    COPIES,
    EMPTY,
    GIVE_THE_PILE,
    KINDS,
    NAMES,
    NO_CARD,
    PLAY_TABLE_CARD,
    cards_in,
    size,
)
from engines.karma.fits import FREE
from engines.karma.legal import CHOICE, forced, legal
from engines.karma.table import CHOOSE_UP, FOLLOW_UP, GIVE_TO, MAIN, NOT_CHOSEN, OVER, SLOTS, Table
from engines.karma.turn import HAND_SIZE, TURN_CAP, is_capped, three_in_a_row


def require(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)


def check(table: Table) -> None:
    """All invariants, for a state reached by playing."""
    check_position(table)
    require(forced(table) == CHOICE, "What everybody knows to be the only option is never asked.")
    if table.current in (MAIN, FOLLOW_UP, GIVE_TO):
        require(len(legal(table)) > 0, "A seat that is asked has something to choose.")


def check_position(table: Table) -> None:
    """What holds of a position whose forced actions may still be open: one that is set up or read."""
    check_cards(table)
    check_table(table)
    check_between_turns(table)


def check_cards(table: Table) -> None:
    """Every card is in exactly one place."""
    cards = [*table.draw[table.drawn :], *table.pile, *cards_in(table.box)]
    for seat, holding in enumerate(table.seats):
        if size(holding.hand) != holding.size:
            raise AssertionError(f"The hand size of seat {seat} is kept wrongly.")
        if holding.known & ~holding.hand:
            raise AssertionError(f"Seat {seat} does not hold all cards it is known to hold.")
        cards += cards_in(holding.hand) + cards_in(holding.up) + holding.down_cards()
    copies = [0] * KINDS
    for card in cards:
        copies[card] = copies[card] + 1
    for kind in range(KINDS):
        if copies[kind] != COPIES:  # the sentence is made only if it is needed: ``imagine`` checks what it has read
            raise AssertionError(f"There are {copies[kind]} cards {NAMES[kind]} in all zones together, not {COPIES}.")


def check_table(table: Table) -> None:
    """What the rules say of zones and decisions at any moment."""
    require(GIVE_THE_PILE not in table.pile, "G never lies on the pile.")
    require(not three_in_a_row(table.pile), "The top three cards of the pile are never equal.")
    require(all(size(holding.up) <= SLOTS for holding in table.seats), "A seat has at most three face-up cards.")
    giver = table.active if table.current == GIVE_TO else -1  # the last card may be a G whose effect is still open
    outs = [seat for seat, holding in enumerate(table.seats) if holding.has_no_cards() and seat != giver]
    holders = len(table.seats) - len(outs)
    require(sorted(table.outs) == outs, "Exactly the seats without cards are out.")
    require(not outs or table.draw_size() == 0, "Nobody is out while the draw pile has cards.")
    if table.current == OVER:
        at_cap = is_capped(table) and table.turn == TURN_CAP
        require(holders == 1 or at_cap, "A game ends when one seat has cards, or at the turn cap.")
        return
    require(holders >= 2, "At least two seats hold cards until the game ends.")
    if table.current == CHOOSE_UP:
        _check_setup(table)
    else:
        _check_decision(table)


def _check_setup(table: Table) -> None:
    for seat, holding in enumerate(table.seats):
        dealt = holding.size == 2 * HAND_SIZE and NO_CARD not in holding.down
        require(dealt, f"During CHOOSE_UP seat {seat} has six hand cards and three face-down cards.")
        require(holding.up == EMPTY and holding.known == EMPTY, f"During CHOOSE_UP seat {seat} shows no cards.")
    bare = not table.pile and table.box == EMPTY and table.turn == 0
    require(bare, "During CHOOSE_UP nothing has been played.")
    require(any(holding.chosen == NOT_CHOSEN for holding in table.seats), "CHOOSE_UP is over when all have chosen.")


def _check_decision(table: Table) -> None:
    own = table.own
    top = table.pile[-1] if table.pile else FREE
    require(table.turn >= 1, "Turns are counted from 1.")
    if table.current == GIVE_TO:
        require(bool(table.pile), "A pile is given only when there is one.")
        return
    require(not own.has_no_cards(), f"Seat {table.active} is asked but has no cards.")
    if table.current == FOLLOW_UP:
        require(top == PLAY_TABLE_CARD, "A follow-up is asked only on T.")
        require(table.strict or table.top == FREE, "Everything fits as a follow-up.")
        return
    require(table.top == top, "What fits depends on the top card of the pile.")
    has_source = own.size > 0 or table.draw_size() == 0
    require(has_source, "A hand is never empty at a main action while the draw pile has cards.")


def check_between_turns(table: Table) -> None:
    """While there are cards to draw, everyone but the active seat holds at least three."""
    if table.draw_size() == 0:
        return
    for seat, holding in enumerate(table.seats):
        require(holding.size >= HAND_SIZE or seat == table.active, f"Seat {seat} has not drawn up to three cards.")
