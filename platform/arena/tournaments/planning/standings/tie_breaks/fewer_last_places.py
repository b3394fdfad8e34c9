"""Fewer last places: for games in which everybody wins but one. The value is the negative count: higher is better."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def fewer_last_places(book: Book, entrant: EntrantId) -> Explained:
    # A series in which all are tied has no last place.
    last = (r for r in book.results[entrant] if r.rank_of(entrant) == max(r.ranks) > 1)
    terms = tuple(Term(Fraction(-1), node=result.key) for result in last)
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("fewer_last_places", "Fewer last places", fewer_last_places)
