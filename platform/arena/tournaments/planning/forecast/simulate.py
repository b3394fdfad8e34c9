"""Whole tournaments, stage after stage, in many worlds at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Lengths, Outcome, Run
from arena.tournaments.planning.forecast.knockouts import bracket
from arena.tournaments.planning.forecast.pods import pod_elimination, pod_swiss, strikes
from arena.tournaments.planning.forecast.schedules import schedule
from arena.tournaments.planning.forecast.series import SeriesModel
from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints
from arena.tournaments.planning.forecast.swiss import swiss
from arena.tournaments.planning.formats.groups.ranking import GroupEntry
from arena.tournaments.planning.formats.groups_knockout.crossing import CROSSED_GROUPS, bracket_lineup
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.planning.shrinking import shrink
from arena.tournaments.planning.values import EntrantId

SCHEDULED = ("round_robin", "groups", "pod_schedule")


@dataclass(frozen=True)
class Simulated:
    """A row is a tournament, a column an entrant in seed order."""

    places: Ints
    is_best: Bools
    """The entrant who is really the strongest."""
    games: Floats
    work_ms: Floats
    tie_at_cut: Bools


def simulate(
    setups: Sequence[StageSetup], field: Field, model: SeriesModel, lengths: Lengths, rng: np.random.Generator
) -> Simulated:
    """``field`` in seed order. A tournament of several stages sends on the best of each table."""
    run = Run.start(model, lengths, field.worlds, rng)
    columns = np.tile(np.arange(field.size), (field.worlds, 1))
    places = np.zeros((field.worlds, field.size), dtype=np.int64)
    ties = np.zeros(field.worlds, dtype=bool)
    lineup: tuple[EntrantId | None, ...] = ()
    for number, wanted in enumerate(setups, start=1):
        shrunk = shrink(wanted, columns.shape[1])
        if not shrunk.is_played:
            break
        following = setups[number] if number < len(setups) else None
        run.stage = number
        ended = _stage(shrunk.setup, field.take(columns), run, (wanted.advance or 1) if following else 1, lineup)
        ties |= ended.tie_at_cut
        np.put_along_axis(places, columns, ended.places, axis=1)
        if following is None:
            break
        through, lineup = _through(ended, wanted.advance or 1, following)
        columns = np.take_along_axis(columns, through, axis=1)
    strongest = field.strengths.argmax(axis=1)
    is_best = np.arange(field.size)[None, :] == strongest[:, None]
    return Simulated(places, is_best, run.games, run.work_ms, ties)


def _stage(setup: StageSetup, field: Field, run: Run, cut: int, lineup: tuple[EntrantId | None, ...]) -> Outcome:
    if setup.format in BRACKETS:
        return bracket(setup.format, setup.settings, field, run, lineup)
    if setup.format in SCHEDULED:
        return schedule(setup.format, setup.settings, field, run, cut)
    if setup.format == "swiss":
        return swiss(setup.settings, field, run, cut)
    if setup.format == "pod_swiss":
        return pod_swiss(setup.settings, field, run, cut)
    if setup.format == "pod_elimination":
        return pod_elimination(setup.settings, field, run)
    return strikes(setup.settings, field, run)


def _through(ended: Outcome, advance: int, following: StageSetup) -> tuple[Ints, tuple[EntrantId | None, ...]]:
    """Columns of those who go on, in the order of their new seeds, and the line-up of a bracket after groups."""
    count = min(advance * ended.groups, ended.ranking.shape[1])
    through = ended.ranking[:, :count]
    is_crossed = ended.groups in CROSSED_GROUPS and advance == 2 and count == 2 * ended.groups
    if ended.group_of is None or not is_crossed or following.format not in BRACKETS:
        return through, ()
    # Who meets whom follows from group and place alone: order by place, then by group, instead of by points.
    groups = ended.group_of[through]
    parts = [
        np.take_along_axis(through[:, part], np.argsort(groups[:, part], axis=1), axis=1)
        for part in (slice(0, ended.groups), slice(ended.groups, count))
    ]
    entries = [
        GroupEntry(1 + place * ended.groups + group, group + 1, place + 1)
        for place in range(2)
        for group in range(ended.groups)
    ]
    return np.concatenate(parts, axis=1), bracket_lineup(entries)
