"""What a seat knows as numbers of fixed places, for learners: see ``engines.games.Game.observe``.

Seats are told from the observer on, clockwise: the same position looks the same from every chair.
"""

from engines.diamoniak.cards import KINDS, NO_COLOUR, PARTS
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import OVER, RETURNED


def observe(state: DiamoniakState, seat: int) -> bytes:
    seats = state.seats
    row = [0] * (OVER + 1)
    row[state.phase] = 1
    row += [min(state.drawn, 255), min(state.turn, 255), state.draw_size(), min(state.reshuffles, 255), state.witches]
    unseen = [0] * KINDS
    for at in range(state.dealt, len(state.deck)):
        unseen[state.deck[at]] += 1
    row += unseen
    add_parts(row, state.parts[RETURNED])
    row += [state.diamonds[RETURNED], state.fairies[RETURNED]]
    turn = [0] * seats
    turn[(state.seat - seat) % seats] = 1
    row += turn
    for step in range(seats):
        other = (seat + step) % seats
        colours = [0, 0, 0, 0, 0]
        colours[state.colour[other] if state.colour[other] != NO_COLOUR else 4] = 1
        row += colours
        add_parts(row, state.parts[other])
        row += [state.diamonds[other], state.fairies[other], state.castle_size(other)]
    return bytes(row)


def add_parts(row: list[int], parts: int) -> None:
    for part in range(PARTS):
        row.append(parts >> part & 1)
