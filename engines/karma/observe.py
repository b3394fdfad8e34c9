"""What a seat knows as numbers of fixed places, for learners: see ``engines.games.Game.observe``.

Seats are told from the observer on, clockwise: the same position looks the same from every chair.
"""

from engines.karma.cards import KINDS, NO_CARD
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, NOT_CHOSEN, OVER, SLOTS


def observe(state: KarmaState, seat: int) -> bytes:
    own = state.seats[seat]
    seats = len(state.seats)
    row = [0] * (OVER + 1)
    row[state.current] = 1
    for zone in (own.hand, 0 if own.chosen == NOT_CHOSEN else own.chosen):
        add_counts(row, zone)
    faces = [0] * KINDS
    if state.variant.option("foresight"):
        for card in own.down:
            if card != NO_CARD:
                faces[card] += 1
    row += faces
    pile = [0] * KINDS
    for card in state.pile:
        pile[card] += 1
    row += pile
    last = [0] * (KINDS + 1)
    last[state.pile[-1] if state.pile else KINDS] = 1
    row += last
    top = [0] * (KINDS + 1)
    top[state.top if state.top != NO_CARD else KINDS] = 1
    row += top
    add_counts(row, state.box)
    row += [state.draw_size(), len(state.pile), min(state.turn, 255)]
    turn, first = [0] * seats, [0] * seats
    if state.current not in (CHOOSE_UP, OVER):  # then all choose, or whose turn it was last is not shown
        turn[(state.active - seat) % seats] = 1
    first[(state.first - seat) % seats] = 1
    row += turn
    row += first
    for step in range(seats):
        other = (seat + step) % seats
        place = state.seats[other]
        row.append(place.size)
        add_counts(row, place.known)
        add_counts(row, place.up)
        for slot in range(SLOTS):
            row.append(0 if place.down[slot] == NO_CARD else 1)
        row.append(1 if other in state.outs else 0)
    return bytes(row)


def add_counts(row: list[int], zone: int) -> None:
    """Copies of each kind: the three bits of a kind are 000, 001, 011 or 111."""
    rest = zone
    for _kind in range(KINDS):
        bits = rest & 7
        row.append(0 if bits == 0 else 1 if bits == 1 else 2 if bits == 3 else 3)
        rest >>= 3
