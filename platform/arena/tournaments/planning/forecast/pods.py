"""Tables of three to six, paired round by round: pod Swiss, pod elimination, strikes.

Sizes and the first round are the planner's. Later tables are filled from the top of the ranking with whoever was met
least, which is what the planner's search comes down to.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TypeAlias

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Outcome, Run
from arena.tournaments.planning.forecast.series import Played
from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints
from arena.tournaments.planning.forecast.tables import Tables
from arena.tournaments.planning.formats.pod_elimination.format import PodEliminationSettings
from arena.tournaments.planning.formats.pod_swiss.format import PodSwissSettings, pod_swiss_rounds
from arena.tournaments.planning.formats.strikes.format import StrikesSettings
from arena.tournaments.planning.pods import exact_sizes, pod_sizes
from arena.tournaments.planning.seeding import snake
from arena.tournaments.planning.settings import read_settings

Tabled: TypeAlias = "tuple[Ints, Ints, Played]"
"""Worlds, seats and results of all tables of one size."""
MOST_ROUNDS = 400
"""Of a strikes knockout, which ends long before."""


def pod_swiss(settings: Mapping[str, object], field: Field, run: Run, cut: int) -> Outcome:
    read = read_settings(PodSwissSettings, settings)
    tables = Tables(field)
    rests = np.zeros((field.worlds, field.size), dtype=np.int64)
    for number in range(1, pod_swiss_rounds(read, field.size) + 1):
        ranking = np.argsort(np.arange(field.size) - 1e6 * np.round(tables.points, 6), axis=1, kind="stable").tolist()
        if read.exact:
            ranking = [
                _without_resting(order, rests[world], field.size % read.pod_size, tables, world)
                for world, order in enumerate(ranking)
            ]
        sizes = (exact_sizes if read.exact else pod_sizes)(len(ranking[0]), read.pod_size)
        pods = [
            (_dealt(order, len(sizes)) if number == 1 else near(order, sizes, tables.met[world].astype(int).tolist()))
            for world, order in enumerate(ranking)
        ]
        for played in _play(run, field, pods, run.blocks(number), lambda _size: 0):
            tables.add(*played)
    return tables.outcome(read.order(), cut)


def _without_resting(order: Sequence[int], rests: Ints, count: int, tables: Tables, world: int) -> list[int]:
    turn = sorted(range(len(order)), key=lambda place: (rests[order[place]], -place))[:count]
    resting = {order[place] for place in turn}
    for column in resting:
        rests[column] += 1
        tables.points[world, column] += 0.5
    return [column for column in order if column not in resting]


def pod_elimination(settings: Mapping[str, object], field: Field, run: Run) -> Outcome:
    read = read_settings(PodEliminationSettings, settings)
    going = [list(range(field.size)) for _ in range(field.worlds)]
    reached = np.zeros((field.worlds, field.size))
    ties = np.zeros(field.worlds, dtype=bool)
    number = 0
    while True:
        number += 1
        sizes = pod_sizes(len(going[0]), read.pod_size)
        pods = [_dealt(order, len(sizes)) for order in going]
        cut = partial(read.cut, pods=len(sizes))
        through: list[list[tuple[int, float, int]]] = [[] for _ in going]
        for worlds, seats, played in _play(run, field, pods, run.blocks(number), cut):
            places = played.places()
            reached[worlds[:, None], seats] = number * 100.0 - places
            on = cut(seats.shape[1])
            if len(sizes) == 1:
                ties[worlds] |= played.level
            share = played.scores / np.maximum(played.games, 1)[:, None]
            for world, columns, here, scores in zip(
                worlds.tolist(), seats.tolist(), places.tolist(), share.tolist(), strict=True
            ):
                lines = zip(here, scores, columns, strict=True)
                through[world] += [(place, -score, column) for place, score, column in lines if place < on]
        if len(sizes) == 1:
            return _by_reach(reached, ties)
        going = [[column for _place, _score, column in sorted(lines)] for lines in through]


def strikes(settings: Mapping[str, object], field: Field, run: Run) -> Outcome:
    read = read_settings(StrikesSettings, settings)
    lost = np.zeros((field.worlds, field.size), dtype=np.int64)
    reached = np.zeros((field.worlds, field.size))
    met = [[[0] * field.size for _ in range(field.size)] for _ in range(field.worlds)]
    ties = np.zeros(field.worlds, dtype=bool)
    for number in range(1, MOST_ROUNDS + 1):
        pods: list[list[list[int]]] = []
        for world, taken in enumerate(lost.tolist()):
            alive = sorted((c for c, count in enumerate(taken) if count < read.strikes), key=taken.__getitem__)
            sizes = pod_sizes(len(alive), read.pod_size) if len(alive) > 1 else ()
            here = _dealt(alive, len(sizes)) if number == 1 else near(alive, sizes, met[world])
            pods.append(here)
            for pod in here:
                for one, other in combinations(pod, 2):
                    met[world][one][other] += 1
                    met[world][other][one] += 1
        if not any(pods):
            break
        is_last = np.array([len(here) == 1 and len(here[0]) == 2 for here in pods])
        for worlds, seats, played in _play(run, field, pods, run.blocks(number), lambda size: size - 1):
            loser = seats[np.arange(len(worlds)), np.argmin(played.order, axis=1)]
            lost[worlds, loser] += 1
            reached[worlds, loser] = np.where(lost[worlds, loser] >= read.strikes, number, 0)
            ties[worlds] |= is_last[worlds] & played.level
    reached = np.where(lost < read.strikes, MOST_ROUNDS + 1, reached)
    return _by_reach(reached, ties)


def _by_reach(reached: Floats, ties: Bools) -> Outcome:
    places = 1 + (reached[:, :, None] < reached[:, None, :]).sum(axis=2)
    seeds = np.broadcast_to(np.arange(reached.shape[1]), reached.shape)
    return Outcome(places, np.lexsort([seeds, -reached], axis=-1), ties)


def _dealt(order: Sequence[int], pods: int) -> list[list[int]]:
    return [list(pod) for pod in snake(list(order), pods)] if pods else []


def near(order: Sequence[int], sizes: Sequence[int], met: Sequence[Sequence[int]]) -> list[list[int]]:
    """The ranking cut into tables. Whoever was met least of the next ones sits down, the best ranked of those.
    ``met`` is the same both ways.

    >>> near([0, 1, 2, 3, 4, 5], (3, 3), [[1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], *[[0] * 6 for _ in range(4)]])
    [[0, 2, 3], [1, 4, 5]]
    """
    left = list(order)
    pods = []
    for size in sizes:
        pod = [left.pop(0)]
        window = 2 * size
        # Meetings with those who sit already, of everybody who may come into the window before the table is full.
        near_by = met[pod[0]]
        meetings = [near_by[column] for column in left[: window + size - 2]]
        while len(pod) < size:
            at = meetings.index(min(meetings[:window]))
            meetings.pop(at)
            pod.append(left.pop(at))
            near_by = met[pod[-1]]
            meetings = [known + near_by[column] for known, column in zip(meetings, left, strict=False)]
        pods.append(pod)
    return pods


def _play(
    run: Run,
    field: Field,
    pods: Sequence[Sequence[Sequence[int]]],
    blocks: int,
    cut: Callable[[int], int],
) -> list[Tabled]:
    """All tables of a round in all worlds, those of one size together."""
    by_size: dict[int, tuple[list[int], list[Sequence[int]]]] = {}
    for world, here in enumerate(pods):
        for pod in here:
            worlds, seats = by_size.setdefault(len(pod), ([], []))
            worlds.append(world)
            seats.append(pod)
    played = []
    for size, (worlds, seats) in sorted(by_size.items()):
        where, who = np.array(worlds, dtype=np.int64), np.array(seats, dtype=np.int64)
        played.append((where, who, run.play(field, where, who, blocks, cut(size))))
    return played
