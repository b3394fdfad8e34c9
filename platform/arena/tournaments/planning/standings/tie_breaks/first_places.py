"""First places: series in which nobody was ranked higher, shared first places included. Walkovers do not count."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def first_places(book: Book, entrant: EntrantId) -> Explained:
    first = (result for result in book.played(entrant) if result.rank_of(entrant) == 1)
    terms = tuple(Term(Fraction(1), node=result.key) for result in first)
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("first_places", "First places", first_places)
