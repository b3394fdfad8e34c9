"""Play one unit of a test."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engines import variant
from referee.entrants import HOUSE, HouseEntrant, Local
from referee.series import BlockResult, play_block
from referee.versions.luck import luck_in_points, luck_of_sides
from referee.versions.plan import NEW, OLD, Plan, Unit


def play_unit(
    plan: Plan, addresses: Sequence[str], programs: Mapping[int, Local], unit: int, *, with_luck: bool = False
) -> Unit:
    """All games of a unit. House bots are made for it anew: what they do depends on the unit, not on who played before.

    ``programs`` are the entrants that are not house bots, by their number in ``addresses``.
    """
    points = [Fraction(0), Fraction(0)]
    faults = [0, 0]
    games = 0
    luck: list[float | None] = []
    for table in plan.tables(unit):
        seated = [_entrant(plan, addresses[bot], programs.get(bot), unit, place) for place, bot in enumerate(table)]
        block = play_block(plan.slug, seated, plan.deal(unit), unit, control=plan.control, is_repeatable=True)
        games += len(block.games)
        for version in (NEW, OLD):
            if version in table:
                place = table.index(version)
                points[version] = block.points[place]
                faults[version] += _faults(block, place)
                if with_luck:
                    luck.append(_luck(plan, block, place, 1 if version == NEW else -1))
    known = [one for one in luck if one is not None]
    told = sum(known) if known and len(known) == len(luck) else None
    return Unit(unit, points[NEW], points[OLD], games, faults[NEW], faults[OLD], told)


def _luck(plan: Plan, block: BlockResult, place: int, sign: int) -> float | None:
    """Mean luck of an entrant over the games of a block, in points."""
    played = variant(plan.slug)
    total = 0.0
    for game, seating in zip(block.games, block.seatings, strict=True):
        sides = luck_of_sides(game.replay) if game.replay else None
        if sides is None:
            return None
        own = {played.side_of(seat) for seat, entrant in enumerate(seating.entrants) if entrant == place}
        total += luck_in_points(played, sum(sides[side] for side in own) / len(own))
    return sign * total / len(block.games)


def _entrant(plan: Plan, address: str, program: Local | None, unit: int, place: int) -> Local:
    return program or HouseEntrant(address.removeprefix(HOUSE), plan.bot_seed(unit, place))


def _faults(block: BlockResult, place: int) -> int:
    return sum(
        seating.entrants[fault.seat] == place
        for game, seating in zip(block.games, block.seatings, strict=True)
        for fault in game.faults
    )
