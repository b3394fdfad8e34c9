"""Sonneborn-Berger: opponents' points times what was taken from them. Beating the strong counts most."""

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def sonneborn_berger(book: Book, entrant: EntrantId) -> Explained:
    terms = tuple(opponent_term(opponent, opponent.points * opponent.score) for opponent in book.opponents(entrant))
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("sonneborn_berger", "Sonneborn-Berger", sonneborn_berger)
