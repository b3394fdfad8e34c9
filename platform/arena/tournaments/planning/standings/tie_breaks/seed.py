"""Seed: the last resort, always decisive. The value is the negative seed: higher is better."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def seed(book: Book, entrant: EntrantId) -> Explained:
    return Explained(Fraction(-book.seeds[entrant]))


TIE_BREAK = one_by_one("seed", "Seed", seed)
