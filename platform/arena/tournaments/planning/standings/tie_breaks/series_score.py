"""Series score: points of all games played, divided by their number."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def series_score(book: Book, entrant: EntrantId) -> Explained:
    scored = [result for result in book.played(entrant) if result.scores and result.games]
    if not scored:
        return Explained(Fraction(0), skipped="nothing_played")
    terms = tuple(Term(r.scores[r.entrants.index(entrant)], node=r.key) for r in scored)
    games = sum(result.games for result in scored)
    return Explained(total(terms) / games, terms, divided_by=games)


TIE_BREAK = one_by_one("series_score", "Series score", series_score)
