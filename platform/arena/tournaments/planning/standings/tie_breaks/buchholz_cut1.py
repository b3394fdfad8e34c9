"""Buchholz without the weakest opponent: one bad pairing should not decide a place."""

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Use, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def buchholz_cut1(book: Book, entrant: EntrantId) -> Explained:
    opponents = book.opponents(entrant)
    weakest = min(range(len(opponents)), key=lambda i: opponents[i].points, default=None)
    terms = tuple(
        opponent_term(opponent, opponent.points, Use.CUT if i == weakest else Use.COUNTED)
        for i, opponent in enumerate(opponents)
    )
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("buchholz_cut1", "Buchholz cut 1", buchholz_cut1)
