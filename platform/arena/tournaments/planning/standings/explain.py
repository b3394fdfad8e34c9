"""How a tie-break value came about, as plain data for the pages: no sentences, so that it can be translated."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arena.tournaments.planning.standings.book import Opponent
from arena.tournaments.planning.values import EntrantId, NodeKey


class Use(StrEnum):
    COUNTED = "counted"
    CUT = "cut"
    """Left out on purpose, like the weakest opponent of "cut 1"."""


@dataclass(frozen=True)
class Term:
    """One line of the calculation."""

    amount: Fraction
    """What the line contributes when it is counted."""
    opponent: EntrantId | None = None
    node: NodeKey | None = None
    opponent_points: Fraction | None = None
    score: Fraction | None = None
    use: Use = Use.COUNTED
    is_bye: bool = False


@dataclass(frozen=True)
class Explained:
    """A tie-break value (higher is always better) with its calculation."""

    value: Fraction
    terms: tuple[Term, ...] = ()
    divided_by: int | None = None
    skipped: str | None = None
    """Why the tie-break says nothing here: "not_all_met", "too_few_opponents", "nothing_played"."""


def opponent_term(opponent: Opponent, amount: Fraction, use: Use = Use.COUNTED) -> Term:
    return Term(
        amount, opponent.entrant, opponent.node, opponent.points, opponent.score, use, is_bye=opponent.entrant is None
    )


def total(terms: tuple[Term, ...]) -> Fraction:
    return sum((term.amount for term in terms if term.use is Use.COUNTED), Fraction(0))
