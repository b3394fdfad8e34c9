"""The rules of a turn: plays, effects, clears, drawing up, and whose turn is next.

Section names in the comments are those of the rules page, ``README.md``.
"""

from typing import Final

from engines.karma.actions import CHOICES, CHOOSE, FLIP, GIVE, TAKE, UP, choices, plays
from engines.karma.cards import (
    BOTTOMS_UP,
    GIVE_THE_PILE,
    NO_CARD,
    PLAY_TABLE_CARD,
    SINGLES,
    add,
    cards_in,
    names_of,
    remove,
    zone_of,
)
from engines.karma.fits import FREE, fits, fitting
from engines.karma.table import CHOOSE_UP, FOLLOW_UP, GIVE_TO, MAIN, NOT_CHOSEN, OVER, SLOTS, Table

HAND_SIZE: Final = 3
TURN_CAP: Final = 1000


def advance(table: Table, seat: int, action: int) -> None:
    """Carry out an action and then every decision that leaves no choice."""
    perform(table, seat, action)
    settle(table)


def settle(table: Table) -> None:
    """Find the legal actions; while there is only one, carry it out."""
    while table.current not in (CHOOSE_UP, OVER):
        options = legal(table)
        if len(options) != 1:
            table.options = options
            return
        perform(table, table.seat, options[0])
    table.options = []


def perform(table: Table, seat: int, action: int) -> None:
    if action < UP:
        play_from_hand(table, action // 3, action % 3 + 1)
    elif action < FLIP:
        play_from_up(table, (action - UP) // 3, action % 3 + 1)
    elif action < TAKE:
        flip(table, action - FLIP)
    elif action == TAKE:
        take(table)
    elif action < CHOOSE:
        give(table, action - GIVE)
    else:
        choose(table, seat, action)


# -- setup ----------------------------------------------------------------------------------------------------


def choose(table: Table, seat: int, action: int) -> None:
    """All choose before any choice is shown; the last choice shows them all and the first turn begins."""
    table.chosen[seat] = zone_of(CHOICES[action - CHOOSE])
    if NOT_CHOSEN in table.chosen:
        return
    for each, up in enumerate(table.chosen):
        for kind in cards_in(up):
            table.hands[each] = remove(table.hands[each], kind)
        table.ups[each] = up
        table.sizes[each] -= SLOTS
        if table.log:
            table.log.add({"type": "reveal", "seat": each, "cards": names_of(cards_in(up))})
    table.chosen = []
    begin_turn(table, table.first)


# -- legal actions: "A turn" and "What fits" -------------------------------------------------------------------


def legal(table: Table) -> list[int]:
    """Legal actions of the active seat, ascending."""
    if table.current == MAIN:
        return legal_main(table)
    if table.current == FOLLOW_UP:
        return legal_follow_up(table)
    return [GIVE + seat for seat in range(len(table.hands)) if seat != table.seat]


def legal_main(table: Table) -> list[int]:
    """From the hand; without hand cards from the face-up cards; without those a flip. Or take the pile."""
    seat = table.seat
    if table.sizes[seat]:
        options = plays(table.hands[seat] & fitting(table.top), 0)
    elif table.ups[seat]:
        options = plays(table.ups[seat] & fitting(table.top), UP)
    else:
        options = flips(table)
    if table.pile:
        options.append(TAKE)
    return options


def legal_follow_up(table: Table) -> list[int]:
    """After T: one face-up card; without those a flip; without table cards a play from hand."""
    seat = table.seat
    if table.ups[seat]:
        options = plays(table.ups[seat] & fitting(table.top) & SINGLES, UP)
    elif not table.has_no_down_cards(seat):
        return flips(table)
    else:
        options = plays(table.hands[seat] & fitting(table.top), 0)
    return options or [TAKE]  # nothing fits: only under strictFollowUp


def flips(table: Table) -> list[int]:
    slot = SLOTS * table.seat
    return [FLIP + at for at in range(SLOTS) if table.downs[slot + at] != NO_CARD]


# -- main actions ----------------------------------------------------------------------------------------------


def play_from_hand(table: Table, kind: int, count: int) -> None:
    seat = table.seat
    table.hands[seat] = remove(table.hands[seat], kind, count)
    table.sizes[seat] -= count
    if table.known[seat]:
        table.known[seat] = remove(table.known[seat], kind, count)
    if table.log:
        table.log.add({"type": "play", "seat": seat, "zone": "hand", "cards": names_of([kind] * count)})
    put(table, kind, count)


def play_from_up(table: Table, kind: int, count: int) -> None:
    table.ups[table.seat] = remove(table.ups[table.seat], kind, count)
    if table.log:
        table.log.add({"type": "play", "seat": table.seat, "zone": "up", "cards": names_of([kind] * count)})
    put(table, kind, count)


def flip(table: Table, slot: int) -> None:
    """A card that fits is a normal play; otherwise the pile and the card go to the hand."""
    seat = table.seat
    card = table.downs[SLOTS * seat + slot]
    table.downs[SLOTS * seat + slot] = NO_CARD
    fitted = fits(card, table.top)
    if table.log:
        table.log.add({"type": "flip", "seat": seat, "slot": slot, "cards": names_of([card]), "fits": fitted})
    if fitted:
        put(table, card, 1)
        return
    table.pile.append(card)
    collect_pile(table, seat)
    end_turn(table)


def take(table: Table) -> None:
    seat = table.seat
    if table.current == FOLLOW_UP and not table.ups[seat]:
        show_hand(table)
    collect_pile(table, seat)
    end_turn(table)


def show_hand(table: Table) -> None:
    """strictFollowUp: who claims that no hand card fits shows the hand, so that nobody learns more than others."""
    table.known[table.seat] = table.hands[table.seat]
    if table.log:
        cards = names_of(cards_in(table.hands[table.seat]))
        table.log.add({"type": "show", "seat": table.seat, "cards": cards})


def give(table: Table, receiver: int) -> None:
    """The receiver may be out, and is then in the game again."""
    if receiver in table.outs:
        table.outs.remove(receiver)
    if table.log:
        table.log.add({"type": "give", "seat": table.seat, "to": receiver})
    collect_pile(table, receiver)
    end_turn(table)


def collect_pile(table: Table, seat: int) -> None:
    """The pile goes to a hand in the open: everyone knows these cards from now on."""
    hand = table.hands[seat]
    known = table.known[seat]
    for card in table.pile:
        hand = add(hand, card)
        known = add(known, card)
    table.hands[seat] = hand
    table.known[seat] = known
    table.sizes[seat] += len(table.pile)
    if table.log:
        table.log.add({"type": "take", "seat": seat, "cards": names_of(table.pile)})
    table.pile = []


# -- "Karma cards" and "Three in a row" ------------------------------------------------------------------------


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
    if table.has_no_cards(table.seat):
        end_turn(table)
        return
    table.current = FOLLOW_UP
    if not table.strict:
        table.top = FREE


def turn_bottom_up(table: Table) -> None:
    """The bottom card comes to the top, where it may complete three in a row; its own effect does not happen."""
    pile = table.pile
    pile.append(pile.pop(0))
    if table.log:
        table.log.add({"type": "bottom-up", "cards": names_of(pile[-1:])})
    if three_in_a_row(pile):
        clear(table)
    else:
        end_turn(table)


def clear(table: Table) -> None:
    """The pile goes to the box, and who caused it starts a new one in the same turn."""
    for card in table.pile:
        table.box = add(table.box, card)
    if table.log:
        table.log.add({"type": "clear", "cards": names_of(table.pile)})
    table.pile = []
    seat = table.seat
    if table.sizes[seat] == 0:
        draw_up(table, seat)
    if table.has_no_cards(seat):
        end_turn(table)
        return
    table.current = MAIN
    table.top = FREE


# -- "Drawing up", "Out, back again, and the end" ----------------------------------------------------------------


def draw_up(table: Table, seat: int) -> None:
    start = table.drawn
    missing = min(HAND_SIZE - table.sizes[seat], table.draw_size())
    if missing <= 0:
        return
    for card in table.draw[start : start + missing]:
        table.hands[seat] = add(table.hands[seat], card)
    table.drawn = start + missing
    table.sizes[seat] += missing
    if table.log:
        cards = names_of(table.draw[start : start + missing])
        table.log.add({"type": "draw", "seat": seat, "count": missing}, seat, {"cards": cards})


def end_turn(table: Table) -> None:
    seat = table.seat
    if table.sizes[seat] < HAND_SIZE:
        draw_up(table, seat)
        if table.has_no_cards(seat):
            go_out(table, seat)
            if len(table.outs) == len(table.hands) - 1:
                finish(table)
                return
    if table.turn >= TURN_CAP:
        finish(table)
        return
    begin_turn(table, next_seat(table))


def go_out(table: Table, seat: int) -> None:
    table.outs.append(seat)
    if table.log:
        table.log.add({"type": "out", "seat": seat})


def next_seat(table: Table) -> int:
    """The next seat clockwise that has cards; those who are out are skipped."""
    seats = len(table.hands)
    seat = (table.seat + 1) % seats
    while seat in table.outs:
        seat = (seat + 1) % seats
    return seat


def begin_turn(table: Table, seat: int) -> None:
    table.seat = seat
    table.turn += 1
    table.current = MAIN
    table.top = table.pile[-1] if table.pile else FREE
    if table.log:
        table.log.add({"type": "turn", "seat": seat, "turn": table.turn})


def finish(table: Table) -> None:
    table.current = OVER
    table.top = FREE
    if table.log:
        table.log.add({"type": "over", "capped": is_capped(table)})


def is_capped(table: Table) -> bool:
    return table.current == OVER and len(table.outs) < len(table.hands) - 1


def legal_choices(table: Table, seat: int) -> list[int]:
    """CHOOSE_UP is asked of all seats at once: nothing for a seat that has chosen."""
    return choices(cards_in(table.hands[seat])) if table.chosen[seat] == NOT_CHOSEN else []
