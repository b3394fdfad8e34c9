"""Ranks and progress of a game, per side."""

from engines.karmaka.cards import score_of
from engines.karmaka.layout import NO_SEAT
from engines.karmaka.table import Table


def progress(table: Table) -> list[list[int]]:
    """Level, rings and score of the best member of each side."""
    return [max(_reached(table, seat) for seat in side) for side in table.variant.sides]


def _reached(table: Table, seat: int) -> list[int]:
    place = table.places[seat]
    return [place.level, place.rings, score_of(place.deeds)]


def is_capped(table: Table) -> bool:
    return table.over and table.winner == NO_SEAT


def ranks(table: Table) -> list[int]:
    """First wins. At the turn cap the side that came furthest does; equals share the first place."""
    if table.winner != NO_SEAT:
        return [1 if table.winner in side else 2 for side in table.variant.sides]
    reached = progress(table)
    best = max(reached)
    firsts = reached.count(best)
    return [1 if score == best else 1 + firsts for score in reached]
