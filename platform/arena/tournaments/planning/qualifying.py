"""Who goes on from one stage to the next, with which seed, and on which line of a bracket."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.tournaments.planning.formats.groups.ranking import GroupEntry, across_groups
from arena.tournaments.planning.formats.groups_knockout.crossing import bracket_lineup
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.shrinking import Step, shrink
from arena.tournaments.planning.values import Entrant, EntrantId, StageFacts

BRACKETS = ("single_elimination", "double_elimination")


@dataclass(frozen=True)
class StageOpening:
    """Who starts a stage. As a preview it shows who would, if the stage before ended now."""

    stage: int
    entrants: tuple[Entrant, ...]
    setup: StageSetup
    """The stage as so many can play it."""
    lineup: tuple[EntrantId | None, ...] = ()
    """Lines of the bracket after groups; empty: by seed."""
    sources: tuple[GroupEntry, ...] = ()
    """Where each entrant comes from, best seed first: its table and its line there."""
    given_up: tuple[Step, ...] = ()
    """What the settings wanted and too few entrants cannot play."""

    @property
    def is_played(self) -> bool:
        return Step.NO_MATCH not in self.given_up


def open_next(plan: StagePlan, state: StageFacts, advance: int, setup: StageSetup) -> StageOpening:
    """The next stage, from the tables (or the places) of this one. Who left does not go on; the next one does."""
    entries = qualifiers(plan, state, advance)
    entrants = tuple(
        Entrant(entry.entrant, seed, state.by_id[entry.entrant].owner) for seed, entry in enumerate(entries, start=1)
    )
    shrunk = shrink(setup, len(entrants))
    crossed = len(plan.tables) > 1 and shrunk.setup.format in BRACKETS and len(entries) > 1
    lineup = bracket_lineup(entries) if crossed else ()
    return StageOpening(state.stage + 1, entrants, shrunk.setup, lineup, tuple(entries), shrunk.steps)


def qualifiers(plan: StagePlan, state: StageFacts, advance: int) -> tuple[GroupEntry, ...]:
    """The best of each table, best first over all tables."""
    gone = {departure.entrant for departure in state.departed if departure.returned_round is None}
    per_table: dict[int, int] = {}
    chosen: list[GroupEntry] = []
    for entry in _ranking(plan):
        if entry.entrant not in gone and per_table.get(entry.group, 0) < advance:
            per_table[entry.group] = per_table.get(entry.group, 0) + 1
            chosen.append(GroupEntry(entry.entrant, entry.group, per_table[entry.group]))
    # When somebody left, others moved up a place: places, not lines, decide the order.
    return tuple(sorted(chosen, key=lambda entry: entry.place))


def _ranking(plan: StagePlan) -> Sequence[GroupEntry]:
    if plan.tables:
        return across_groups(plan.tables)
    return [GroupEntry(place.entrant, 1, place.place) for place in plan.places]
