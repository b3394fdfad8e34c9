"""Wins: matches won outright on the table; byes and walkovers do not count."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def wins(book: Book, entrant: EntrantId) -> Explained:
    won = (r for r in book.played(entrant) if r.rank_of(entrant) == 1 and r.ranks.count(1) == 1)
    terms = tuple(Term(Fraction(1), node=result.key) for result in won)
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("wins", "Wins", wins)
