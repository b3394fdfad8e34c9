"""Direct encounter: points in the matches among all tied entrants, if every two of them have met."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, opponent_term, total
from arena.tournaments.planning.standings.tie_breaks.interface import TieBreak
from arena.tournaments.planning.values import EntrantId


def direct_encounter(book: Book, tied: tuple[EntrantId, ...]) -> Mapping[EntrantId, Explained]:
    group = frozenset(tied)
    met = {e: [o for o in book.opponents(e) if o.entrant in group] for e in tied}
    if any(all(o.entrant != b for o in met[a]) for a, b in combinations(tied, 2)):
        return {entrant: Explained(Fraction(0), skipped="not_all_met") for entrant in tied}
    terms = {e: tuple(opponent_term(opponent, opponent.score) for opponent in met[e]) for e in tied}
    return {entrant: Explained(total(terms[entrant]), terms[entrant]) for entrant in tied}


TIE_BREAK = TieBreak("direct_encounter", "Direct encounter", direct_encounter, depends_on_tied=True)
