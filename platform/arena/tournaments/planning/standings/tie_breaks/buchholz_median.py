"""Median Buchholz: without the weakest and the strongest opponent; needs at least three."""

from fractions import Fraction

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Use, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import one_by_one
from arena.tournaments.planning.values import EntrantId


def buchholz_median(book: Book, entrant: EntrantId) -> Explained:
    opponents = book.opponents(entrant)
    if len(opponents) < 3:
        return Explained(Fraction(0), skipped="too_few_opponents")
    by_points = sorted(range(len(opponents)), key=lambda i: opponents[i].points)
    cut = {by_points[0], by_points[-1]}
    terms = tuple(
        opponent_term(opponent, opponent.points, Use.CUT if i in cut else Use.COUNTED)
        for i, opponent in enumerate(opponents)
    )
    return Explained(total(terms), terms)


TIE_BREAK = one_by_one("buchholz_median", "Median Buchholz", buchholz_median)
