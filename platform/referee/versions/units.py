"""Play one unit of a test."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.entrants import HOUSE, HouseEntrant, Local
from referee.series import BlockResult, play_block
from referee.versions.plan import NEW, OLD, Plan, Unit


def play_unit(plan: Plan, addresses: Sequence[str], programs: Mapping[int, Local], unit: int) -> Unit:
    """All games of a unit. House bots are made for it anew: what they do depends on the unit, not on who played before.

    ``programs`` are the entrants that are not house bots, by their number in ``addresses``.
    """
    points = [Fraction(0), Fraction(0)]
    faults = [0, 0]
    games = 0
    for table in plan.tables(unit):
        seated = [_entrant(plan, addresses[bot], programs.get(bot), unit, place) for place, bot in enumerate(table)]
        block = play_block(plan.slug, seated, plan.deal(unit), unit, control=plan.control, is_repeatable=True)
        games += len(block.games)
        for version in (NEW, OLD):
            if version in table:
                place = table.index(version)
                points[version] = block.points[place]
                faults[version] += _faults(block, place)
    return Unit(unit, points[NEW], points[OLD], games, faults[NEW], faults[OLD])


def _entrant(plan: Plan, address: str, program: Local | None, unit: int, place: int) -> Local:
    return program or HouseEntrant(address.removeprefix(HOUSE), plan.bot_seed(unit, place))


def _faults(block: BlockResult, place: int) -> int:
    return sum(
        seating.entrants[fault.seat] == place
        for game, seating in zip(block.games, block.seatings, strict=True)
        for fault in game.faults
    )
