"""A rated game as the rating functions see it: who sat on which side, and how the sides were ranked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.points import check_ranks

Entrant: TypeAlias = str | int
"""Name or number of a rated identity, i.e. of one bot version in one pool."""

BlockId: TypeAlias = str | int | None


class RatedGame(NamedTuple):
    """One finished game that counts for ratings.

    >>> game = RatedGame.solo(RankPolicy.FIRST_WINS, ["ann", "bob", "cid"], [2, 1, 2], block=7)
    >>> game.sides
    (('ann',), ('bob',), ('cid',))
    """

    policy: RankPolicy
    sides: tuple[tuple[Entrant, ...], ...]
    """Members of each side. One entrant may fill both seats of a pair: ``(("x",), ("y", "y"))``."""
    ranks: tuple[int, ...]
    """Competition ranks, one per side."""
    block: BlockId = None
    """Games of one block share a deal and are correlated; ``None``: a block of its own."""
    fault: bool = False
    """The game ended by faults: the sides ranked last lost it, whatever the policy says otherwise."""
    roles: tuple[str, ...] = ()
    """Role of each side, e.g. ``("single", "")``; empty: nobody has one."""

    @classmethod
    def solo(
        cls,
        policy: RankPolicy,
        entrants: Sequence[Entrant],
        ranks: Sequence[int],
        *,
        block: BlockId = None,
        fault: bool = False,
    ) -> "RatedGame":
        """A game without teams."""
        return cls(policy, tuple((entrant,) for entrant in entrants), tuple(ranks), block, fault)


def check_game(game: RatedGame) -> None:
    """Raise ``RatingInputError`` for a game that cannot have been played."""
    if type(game.ranks) is not tuple or type(game.roles) is not tuple:
        check_tuples(game.ranks, game.roles)
    check_ranks(game.ranks)
    sides = game.sides
    if len(sides) != len(game.ranks):
        raise RatingInputError(f"A game needs one rank per side, not {len(game.ranks)} ranks for {len(sides)} sides.")
    if game.roles and len(game.roles) != len(sides):
        raise RatingInputError(f"Give a role to each of the {len(sides)} sides (empty text for none), or to none.")
    if not all(sides):
        raise RatingInputError("Every side of a game has at least one member.")
    if len({member for side in sides for member in side}) < sum(map(len, sides)):
        check_sides(sides)


def check_tuples(*fields: object) -> None:
    """Lists look right in a ``RatedGame`` and fail later, where nobody understands why."""
    if set(map(type, fields)) != {tuple}:
        raise RatingInputError("Ranks and roles of a rated game are tuples; RatedGame.solo makes them from lists.")


def check_sides(sides: tuple[tuple[Entrant, ...], ...]) -> None:
    """Raise ``RatingInputError`` if somebody sits on two sides."""
    distinct = [set(side) for side in sides]
    if len(set().union(*distinct)) < sum(map(len, distinct)):
        raise RatingInputError(
            f"An entrant plays against itself in {sides}: rate a copy under another name, or leave the game out."
        )


def ordered(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Entrants in the one order used everywhere: numbers first, then names.

    >>> ordered(["b", 2, "a", 1])
    [1, 2, 'a', 'b']
    """
    known = list(entrants)
    numbers: list[Entrant] = [*sorted(entrant for entrant in known if isinstance(entrant, int))]
    return numbers + sorted(entrant for entrant in known if isinstance(entrant, str))
