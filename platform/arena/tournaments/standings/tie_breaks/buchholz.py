"""Buchholz: the sum of the opponents' points. Strong opposition breaks the tie."""

from arena.tournaments.standings.book import Book
from arena.tournaments.standings.explain import Explained, opponent_term, total
from arena.tournaments.standings.tie_breaks.interface import one_by_one
from arena.tournaments.values import EntrantId


def buchholz(book: Book, entrant: EntrantId) -> Explained:
    terms = tuple(opponent_term(opponent, opponent.points) for opponent in book.opponents(entrant))
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("buchholz", "Buchholz", buchholz)
