"""Formats whose matches are all known beforehand: round robins, groups, preset tables."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Outcome, Run
from arena.tournaments.planning.forecast.strengths import Ints
from arena.tournaments.planning.forecast.tables import Tables, ranking_by
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.seeding import snake
from arena.tournaments.planning.values import Entrant, StageFacts


def schedule(name: str, settings: Mapping[str, object], field: Field, run: Run, cut: int) -> Outcome:
    chosen = get_format(name)
    read: Any = chosen.read(settings)
    tables = _played(_rounds(name, json.dumps(settings, sort_keys=True), field.size), field, run)
    tie_breaks: Sequence[str] = read.order() if hasattr(read, "order") else read.tie_breaks
    if name != "groups":
        return tables.outcome(tie_breaks, cut)
    return _across_groups(tables, field.size, read.groups, tie_breaks, cut)


@lru_cache(maxsize=16)
def _rounds(name: str, settings: str, size: int) -> tuple[tuple[int, tuple[Ints, ...]], ...]:
    """Number and columns of each round, tables of one size together. The same for every slice of a forecast: planning
    a round robin of 64 takes as long as playing one in fifty worlds."""
    entrants = tuple(Entrant(seed, seed) for seed in range(1, size + 1))
    plan = get_format(name).plan(json.loads(settings), StageFacts(entrants))
    rounds = []
    for planned in plan.rounds:
        by_size: dict[int, list[list[int]]] = {}
        for node in planned.nodes:
            columns = [int(entrant) - 1 for entrant in node.entrants]
            by_size.setdefault(len(columns), []).append(columns)
        rounds.append((planned.number, tuple(np.array(tables, dtype=np.int64) for tables in by_size.values())))
    return tuple(rounds)


def _played(rounds: Sequence[tuple[int, Sequence[Ints]]], field: Field, run: Run) -> Tables:
    tables = Tables(field)
    for number, sizes in rounds:
        for columns in sizes:
            seats = np.repeat(columns, field.worlds, axis=0)
            worlds = np.tile(np.arange(field.worlds), len(columns))
            tables.add(worlds, seats, run.play(field, worlds, seats, run.blocks(number)))
    return tables


def _across_groups(tables: Tables, size: int, groups: int, tie_breaks: Sequence[str], cut: int) -> Outcome:
    """Place in the group first, then points and tie-breaks over all groups."""
    dealt = snake(list(range(size)), groups)
    keys = tables.values_of(tie_breaks)
    # Direct encounters mean something only inside a group.
    shared = [key for key, name in zip(keys, ["points", *tie_breaks], strict=False) if name != "direct_encounter"]
    lines = np.zeros((len(tables.points), size))
    ties = np.zeros(len(tables.points), dtype=bool)
    group_of = np.zeros(size, dtype=np.int64)
    for number, members in enumerate(dealt):
        columns = np.array(members)
        group_of[columns] = number
        inside = ranking_by([key[:, columns] for key in keys])
        np.put_along_axis(lines, columns[inside], np.broadcast_to(np.arange(len(columns)), inside.shape), axis=1)
        if cut < len(columns):
            points = np.take_along_axis(tables.points[:, columns], inside, axis=1)
            ties |= np.abs(points[:, cut - 1] - points[:, cut]) < 1e-9
    ranking = ranking_by([-lines, *shared])
    places: Ints = np.empty_like(ranking)
    np.put_along_axis(places, ranking, np.broadcast_to(np.arange(1, size + 1), ranking.shape), axis=1)
    return Outcome(places, ranking, ties, groups, group_of)
