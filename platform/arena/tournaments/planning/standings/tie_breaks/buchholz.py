"""Buchholz: the sum of the opponents' points. Strong opposition breaks the tie."""

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def buchholz(book: Book, entrant: EntrantId) -> Explained:
    terms = tuple(opponent_term(opponent, opponent.points) for opponent in book.opponents(entrant))
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("buchholz", "Buchholz", buchholz)
