"""Ranks and progress of a game."""

from engines.diamoniak.cards import PARTS_PER_CASTLE
from engines.diamoniak.table import OVER, Table


def is_capped(table: Table) -> bool:
    return table.phase == OVER and table.castle_size(table.seat) < PARTS_PER_CASTLE


def ranks(table: Table) -> list[int]:
    """The full castle wins. At the cap the most castle cards win, then the most diamonds; equals share."""
    if not is_capped(table):
        return [1 if seat == table.seat else 2 for seat in range(table.seats)]
    reached = progress(table)
    best = max(reached)
    return [1 if score == best else 1 + reached.count(best) for score in reached]


def progress(table: Table) -> list[list[int]]:
    """Per side: castle cards, diamonds."""
    return [[table.castle_size(seat), table.diamonds[seat]] for seat in range(table.seats)]
