"""Opponents' average: the sum of the opponents' points divided by the opponents met.

An average and not a sum, because pods of three and of four give different numbers of opponents.
"""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def opponents_average(book: Book, entrant: EntrantId) -> Explained:
    terms = tuple(opponent_term(opponent, opponent.points) for opponent in book.opponents(entrant))
    if not terms:
        return Explained(Fraction(0), skipped="nothing_played")
    return Explained(total(terms) / len(terms), terms, divided_by=len(terms))


TIE_BREAK = one_by_one("opponents_average", "Opponents' average", opponents_average)
