"""Diamoniak: a castle counts little until it is nearly done; then it counts more than all else.

The numbers are a logistic regression on positions of games between experts.
"""

from typing import Final

from engines.diamoniak.cards import NO_COLOUR, PARTS_PER_CASTLE, parts_in
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import PRICE
from engines.house import points_of_winner, shares

_CASTLE: Final = (0.0, 0.05, 0.05, 0.4, 1.0, 2.1, 5.0)
"""By size."""
_DIAMOND: Final = 0.12
"""Three buy a part: a third of what the third part adds to a castle."""
_USEFUL_DIAMONDS: Final = 3 * PRICE
"""Three parts can be bought; by then the castle is finished or lost, and more diamonds buy nothing."""
_FAIRY: Final = 0.1
"""She turns one witch away: about as much as a diamond."""
_HOSTAGE: Final = 0.3
"""A part that somebody else needs: it is missing there and may be sold."""


def strength(state: DiamoniakState, seat: int) -> float:
    own = state.colour[seat]
    wanted = [colour for colour in state.colour if colour not in (own, NO_COLOUR)]
    hostages = len([part for part in parts_in(state.parts[seat]) if part // PARTS_PER_CASTLE in wanted])
    diamonds = min(state.diamonds[seat], _USEFUL_DIAMONDS)
    riches = _DIAMOND * diamonds + _FAIRY * state.fairies[seat] + _HOSTAGE * hostages / (state.seats - 1)
    return _CASTLE[state.castle_size(seat)] + riches


def evaluate(state: DiamoniakState) -> list[float]:
    """Chances to win, as points: who wins beats all others at once."""
    chances = shares([strength(state, seat) for seat in range(state.seats)], 1.0)
    return [points_of_winner(chance, state.seats) for chance in chances]
