"""Points of games and matches as ratings and people see them; the arithmetic itself is the referee's.

A side earns ``P = (sides beaten + half the sides tied) / (n - 1)``. To stay exact, ``P`` travels as the integer
``2 * (n - 1) * P``, called units below.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from arena.ratings.errors import RatingInputError
from engines.variants import RankPolicy
from referee import points as exact

MIN_SIDES = 2
MAX_SIDES = 12


@lru_cache(maxsize=16384)
def check_ranks(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks themselves if they are a competition ranking ("1224"), else ``RatingInputError``.

    >>> check_ranks((1, 2, 2, 4))
    (1, 2, 2, 4)
    """
    check_sides_count(len(ranks))
    try:
        exact.check_ranks(ranks)
    except ValueError as error:
        raise RatingInputError(str(error)) from error
    return ranks


def check_sides_count(sides: int) -> None:
    if not MIN_SIDES <= sides <= MAX_SIDES:
        raise RatingInputError(f"A game has {MIN_SIDES} to {MAX_SIDES} sides, not {sides}.")


def ranks_under(policy: RankPolicy, order: Sequence[int]) -> tuple[int, ...]:
    """Ranks that a policy gives to a finishing order (``order`` is itself a ranking, ties allowed).

    >>> ranks_under(RankPolicy.FIRST_WINS, [3, 1, 2, 4])
    (2, 1, 2, 2)
    >>> ranks_under(RankPolicy.LAST_LOSES, [3, 1, 2, 4])
    (1, 1, 1, 4)
    """
    ranks = check_ranks(tuple(order))
    if policy is RankPolicy.FIRST_WINS:
        return exact.competition_ranks([int(rank == 1) for rank in ranks])
    if policy is RankPolicy.LAST_LOSES:
        worst = max(ranks)
        return exact.competition_ranks([int(rank < worst) for rank in ranks])
    return ranks


def game_points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Units ``2 * (n - 1) * P`` of each side. They add up to ``n * (n - 1)``.

    >>> game_points([1, 2, 2, 2])
    (6, 2, 2, 2)
    """
    return exact.integer_points(check_ranks(tuple(ranks)))


def as_fraction(units: int, sides: int) -> Fraction:
    """The points ``P`` that ``units`` stand for at a table of ``sides``.

    >>> as_fraction(2, 4)
    Fraction(1, 3)
    """
    check_sides_count(sides)
    return Fraction(units, 2 * (sides - 1))


def series_scores(games: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Sum of units per entrant over the games of a series; ranks are given per entrant, not per seat.

    >>> series_scores([[1, 2], [1, 2], [2, 1]])
    (4, 2)
    """
    rows = [game_points(ranks) for ranks in games]
    if len({len(row) for row in rows}) > 1:
        raise RatingInputError("All games of a series have the same entrants; hand in one rank per entrant.")
    return tuple(sum(column) for column in zip(*rows, strict=True))


def match_points(scores: Sequence[Fraction | int]) -> tuple[int, ...]:
    """Units ``2 * (n - 1) * M`` of each entrant of a match from its series scores.

    >>> match_points([30, 24, 24, 18])
    (6, 3, 3, 0)
    """
    return game_points(exact.competition_ranks(scores))
