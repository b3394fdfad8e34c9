"""The rules of a turn: plays, effects, clears, drawing up, and whose turn is next.

Section names in the comments are those of the rules page, ``README.md``. Legal actions are in ``legal``.
"""

from typing import Final

from engines.karma.actions import CHOICES, CHOOSE, FLIP, FROM_UP, GIVE, TAKE
from engines.karma.cards import (
    BOTTOMS_UP,
    EMPTY,
    GIVE_THE_PILE,
    NO_CARD,
    PLAY_TABLE_CARD,
    add,
    cards_in,
    names_of,
    remove,
    zone_of,
)
from engines.karma.fits import FREE, fits
from engines.karma.legal import CHOICE, forced
from engines.karma.table import FIRST_RULES, FOLLOW_UP, GIVE_TO, MAIN, NOT_CHOSEN, OVER, SLOTS, Table

HAND_SIZE: Final = 3
TURN_CAP: Final = 1000
"""Ruling K23. Half of all random games end within 650 turns, and some get here."""


def settle(table: Table) -> None:
    """While everybody knows that the decision leaves no choice, carry out the only action."""
    action = forced(table)
    while action != CHOICE:
        perform(table, action)
        action = forced(table)


def perform(table: Table, action: int) -> None:
    """Carry out an action of the active seat."""
    if action < FROM_UP:
        play_from_hand(table, action // 3, action % 3 + 1)
    elif action < FLIP:
        play_from_up(table, (action - FROM_UP) // 3, action % 3 + 1)
    elif action < TAKE:
        flip(table, action - FLIP)
    elif action == TAKE:
        take(table)
    else:
        give(table, action - GIVE)


# -- "Setup" --------------------------------------------------------------------------------------------------


def choose(table: Table, seat: int, action: int) -> None:
    """All choose before any choice is shown; the last choice shows them all and the first turn begins."""
    table.seats[seat].chosen = zone_of(CHOICES[action - CHOOSE])
    if any(place.chosen == NOT_CHOSEN for place in table.seats):
        return
    for number, place in enumerate(table.seats):
        up = cards_in(place.chosen)
        for kind in up:
            place.hand = remove(place.hand, kind)
        place.up = place.chosen
        place.chosen = NOT_CHOSEN
        place.size -= SLOTS
        if table.log is not None:
            table.log.add({"type": "reveal", "seat": number, "cards": names_of(up)})
    begin_turn(table, table.first)


# -- "A turn" -------------------------------------------------------------------------------------------------


def play_from_hand(table: Table, kind: int, count: int) -> None:
    own = table.own
    own.hand = remove(own.hand, kind, count)
    own.size -= count
    if own.known != EMPTY:
        own.known = remove(own.known, kind, count)
    if table.log is not None:
        table.log.add({"type": "play", "seat": table.active, "zone": "hand", "cards": names_of([kind] * count)})
    put(table, kind, count)


def play_from_up(table: Table, kind: int, count: int) -> None:
    own = table.own
    own.up = remove(own.up, kind, count)
    if table.log is not None:
        table.log.add({"type": "play", "seat": table.active, "zone": "up", "cards": names_of([kind] * count)})
    put(table, kind, count)


def flip(table: Table, slot: int) -> None:
    """A card that fits is a normal play; otherwise the pile and the card go to the hand."""
    own = table.own
    card = own.down[slot]
    own.down = (*own.down[:slot], NO_CARD, *own.down[slot + 1 :])
    fitted = fits(card, table.top)
    if table.log is not None:
        event = {"type": "flip", "seat": table.active, "slot": slot, "cards": names_of([card]), "fits": fitted}
        table.log.add(event)
    if fitted:
        put(table, card, 1)
        return
    table.pile.append(card)
    collect_pile(table, table.active)
    end_turn(table)


def take(table: Table) -> None:
    if table.rules == FIRST_RULES and table.current == FOLLOW_UP and table.own.up == EMPTY:
        show_hand(table)
    collect_pile(table, table.active)
    end_turn(table)


def show_hand(table: Table) -> None:
    """strictFollowUp by the first rules: who has no hand card that fits shows the hand."""
    own = table.own
    own.known = own.hand
    if table.log is not None:
        table.log.add({"type": "show", "seat": table.active, "cards": names_of(cards_in(own.hand))})


def give(table: Table, receiver: int) -> None:
    """The receiver may be out, and is then in the game again."""
    if receiver in table.outs:
        table.outs.remove(receiver)
    if table.log is not None:
        table.log.add({"type": "give", "seat": table.active, "to": receiver})
    collect_pile(table, receiver)
    end_turn(table)


def collect_pile(table: Table, seat: int) -> None:
    """The pile goes to a hand in the open: everyone knows these cards from now on."""
    own = table.seats[seat]
    hand = own.hand
    known = own.known
    for card in table.pile:  # ``add``, written out: piles are long and taken often
        shift = 3 * card
        hand += (hand >> shift & 7) + 1 << shift
        known += (known >> shift & 7) + 1 << shift
    own.hand = hand
    own.known = known
    own.size += len(table.pile)
    if table.log is not None:
        table.log.add({"type": "take", "seat": seat, "cards": names_of(table.pile)})
    table.pile = []


# -- "Karma cards" and "Three in a row" -----------------------------------------------------------------------


def put(table: Table, kind: int, count: int) -> None:
    """Cards just played: onto the pile with them, clear before effect, effect once however many cards."""
    if kind == GIVE_THE_PILE:
        table.box = add(table.box, kind, count)
        if table.pile:
            table.current = GIVE_TO
        else:
            end_turn(table)
        return
    pile = table.pile
    pile.append(kind)
    if count > 1:
        pile.extend([kind] * (count - 1))
    if three_in_a_row(pile):
        clear(table)
    elif kind == PLAY_TABLE_CARD:
        ask_follow_up(table)
    elif kind == BOTTOMS_UP:
        turn_bottom_up(table)
    else:
        end_turn(table)


def three_in_a_row(pile: list[int]) -> bool:
    return len(pile) >= 3 and pile[-1] == pile[-2] and pile[-1] == pile[-3]


def ask_follow_up(table: Table) -> None:
    """The follow-up lies on T and so may be anything; under strictFollowUp it fits what T had to follow."""
    if table.own.has_no_cards():
        end_turn(table)
        return
    table.current = FOLLOW_UP
    if not table.strict:
        table.top = FREE


def turn_bottom_up(table: Table) -> None:
    """The bottom card comes to the top, where it may complete three in a row; its own effect does not happen."""
    pile = table.pile
    pile.append(pile.pop(0))
    if table.log is not None:
        table.log.add({"type": "bottom-up", "cards": names_of(pile[-1:])})
    if three_in_a_row(pile):
        clear(table)
    else:
        end_turn(table)


def clear(table: Table) -> None:
    """The pile goes to the box, and who caused it starts a new one in the same turn."""
    for card in table.pile:
        table.box = add(table.box, card)
    if table.log is not None:
        table.log.add({"type": "clear", "cards": names_of(table.pile)})
    table.pile = []
    own = table.own
    if own.size == 0:
        draw_up(table)
    if own.has_no_cards():
        end_turn(table)
        return
    table.current = MAIN
    table.top = FREE


# -- "Drawing up" and "Out, back again, and the end" ----------------------------------------------------------


def draw_up(table: Table) -> None:
    """The active seat draws until it holds three cards or none are left."""
    own = table.own
    missing = min(HAND_SIZE - own.size, table.draw_size())
    if missing <= 0:
        return
    cards = table.draw[table.drawn : table.drawn + missing]
    for card in cards:
        own.hand = add(own.hand, card)
    table.drawn += missing
    own.size += missing
    if table.log is not None:
        event = {"type": "draw", "seat": table.active, "count": missing}
        table.log.add(event, table.active, {"cards": names_of(cards)})


def end_turn(table: Table) -> None:
    """Draw up; then the game is over, or the turn passes to the next seat that has cards."""
    own = table.own
    if own.size < HAND_SIZE:
        draw_up(table)
        if own.has_no_cards():
            table.outs.append(table.active)
            if table.log is not None:
                table.log.add({"type": "out", "seat": table.active})
            if len(table.outs) == len(table.seats) - 1:
                finish(table)
                return
    if table.turn >= TURN_CAP:
        finish(table)
        return
    seats = len(table.seats)
    following = (table.active + 1) % seats
    while following in table.outs:
        following = (following + 1) % seats
    begin_turn(table, following)


def begin_turn(table: Table, seat: int) -> None:
    table.pass_to(seat)
    table.turn += 1
    table.current = MAIN
    table.top = table.pile[-1] if table.pile else FREE
    if table.log is not None:
        table.log.add({"type": "turn", "seat": seat, "turn": table.turn})


def finish(table: Table) -> None:
    table.current = OVER
    table.top = FREE
    if table.log is not None:
        table.log.add({"type": "over", "capped": is_capped(table)})


def is_capped(table: Table) -> bool:
    """Did the game end at the turn cap, with several seats that hold cards?"""
    return table.current == OVER and len(table.outs) < len(table.seats) - 1
