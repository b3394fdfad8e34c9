"""What a pairing of the Swiss system costs: seven terms, compared one after the other.

The order of the field is by points, then by seed; tie-breaks play no part, so nobody gains from a calculation
that changes while others still play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.values import EntrantId


@dataclass(frozen=True)
class Contender:
    """An entrant as the pairing sees it."""

    id: EntrantId
    seed: int
    points: Fraction | int
    """Match points including byes; whole or half."""
    opponents: tuple[EntrantId, ...] = ()
    """Everybody met so far, repeated for repeated meetings."""
    byes: int = 0
    owner: EntrantId | None = None
    floated_down: bool = False
    """Whether it met somebody with fewer points in the last round."""


class Cost(NamedTuple):
    """Lower is better; compared from left to right."""

    meetings: int
    byes: int
    """For a bye only: byes of the entrant so far."""
    same_owner: int
    """1 for two bots of one owner. Below rematches and second byes, above everything about points: nobody should lend
    points to a bot of its own."""
    bye_points: int
    """For a bye only: half points above the lowest score of the field."""
    difference: int
    """Squared difference in half points."""
    floats_again: int
    """1 if the upper entrant would be paired down for the second time in a row."""
    fold: int
    """How far the pair is from the ideal: upper half against lower half, floats from the border."""


@dataclass(frozen=True)
class Standing:
    """A contender's place in the field."""

    contender: Contender
    place: int
    half_points: int
    position: int
    """Inside its score group, counted from 0."""
    group_size: int


def order_field(contenders: Sequence[Contender]) -> tuple[Standing, ...]:
    """The field from top to bottom, with score groups."""
    if len({c.id for c in contenders}) != len(contenders) or len({c.seed for c in contenders}) != len(contenders):
        raise StateError("two contenders share an id or a seed; list everybody once, with a seed of its own")
    for contender in contenders:
        if Fraction(contender.points).denominator > 2:
            raise StateError(
                f"{contender.id!r} has {contender.points} points; Swiss pairing knows whole and half points"
            )
    ordered = sorted(contenders, key=lambda c: (-c.points, c.seed))
    field: list[Standing] = []
    for points, group in groupby(ordered, key=lambda c: c.points):
        members = list(group)
        for position, contender in enumerate(members):
            field.append(Standing(contender, len(field), int(2 * points), position, len(members)))
    return tuple(field)


def pair_cost(upper: Standing, lower: Standing) -> Cost:
    """Cost of a match; `upper` stands above `lower` in the field."""
    a, b = upper.contender, lower.contender
    gap = upper.half_points - lower.half_points
    if gap:
        fold = lower.position + (upper.group_size - 1 - upper.position)
    else:
        fold = abs(lower.position - upper.position - upper.group_size // 2)
    is_family = a.owner is not None and a.owner == b.owner
    return Cost(
        meetings=a.opponents.count(b.id),
        byes=0,
        same_owner=int(is_family),
        bye_points=0,
        difference=gap * gap,
        floats_again=int(gap > 0 and a.floated_down),
        fold=fold,
    )


def bye_cost(standing: Standing, field: Sequence[Standing]) -> Cost:
    """Cost of leaving somebody out: best the last one of the field who had no bye yet."""
    above = standing.half_points - field[-1].half_points
    return Cost(0, standing.contender.byes, 0, above, 0, 0, len(field) - 1 - standing.place)
