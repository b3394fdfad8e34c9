"""A Swiss system in many worlds: equal points meet, top half against bottom half, nobody twice.

The planner finds the cheapest pairing of a whole round; here a look from the top has to do, because a forecast pairs
thousands of rounds. Who wins comes out the same: `tests/tournaments/forecast` compares both.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Outcome, Run
from arena.tournaments.planning.forecast.strengths import Ints
from arena.tournaments.planning.forecast.tables import Tables
from arena.tournaments.planning.formats.swiss.settings import SwissSettings, swiss_rounds
from arena.tournaments.planning.settings import read_settings


def swiss(settings: Mapping[str, object], field: Field, run: Run, cut: int) -> Outcome:
    read = read_settings(SwissSettings, settings)
    tables = Tables(field)
    everybody = np.arange(field.worlds)
    met: list[list[set[int]]] = [[set() for _ in range(field.size)] for _ in range(field.worlds)]
    for number in range(1, swiss_rounds(field.size, read.rounds) + 1):
        ranking = np.argsort(np.arange(field.size) - 4.0 * field.size * tables.points, axis=1, kind="stable")
        if field.size % 2:
            ranking = _rest(tables, ranking, everybody)
        halves = np.rint(2.0 * tables.points).astype(np.int64).tolist()
        pairs = [pair(order, points, seen) for order, points, seen in zip(ranking.tolist(), halves, met, strict=True)]
        seats = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        worlds = np.repeat(everybody, len(pairs[0]))
        tables.add(worlds, seats, run.play(field, worlds, seats, run.blocks(number)))
    return tables.outcome(read.tie_breaks, cut)


def _rest(tables: Tables, ranking: Ints, everybody: Ints) -> Ints:
    """The last of the ranking who had the fewest byes gets one."""
    byes = np.take_along_axis(tables.byes, ranking, axis=1)
    places = np.arange(ranking.shape[1])
    resting = np.argmin(byes * (ranking.shape[1] + 1) - places, axis=1)
    tables.rest(everybody, ranking[everybody, resting], 1.0)
    playing = places[None, :] != resting[:, None]
    return np.asarray(ranking[playing].reshape(len(everybody), -1))


def pair(order: Sequence[int], points: Sequence[int], met: Sequence[set[int]]) -> list[tuple[int, int]]:
    """One round of one world; ``met`` is brought up to date.

    >>> pair([0, 1, 2, 3], [0, 0, 0, 0], [set(), set(), set(), set()])
    [(0, 2), (1, 3)]
    """
    pairs: list[tuple[int, int]] = []
    waiting: list[int] = []
    at = 0
    while at < len(order):
        score = points[order[at]]
        group = waiting
        while at < len(order) and points[order[at]] == score:
            group.append(order[at])
            at += 1
        waiting = _pair_group(group, met, pairs)
    _pair_rest(waiting, met, pairs)
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    return pairs


def _pair_group(group: list[int], met: Sequence[set[int]], pairs: list[tuple[int, int]]) -> list[int]:
    """Top half against bottom half. Who is left goes down to the next group."""
    half = len(group) // 2
    upper, lower = group[:half], group[half:]
    left: list[int] = []
    for place, one in enumerate(upper):
        seen = met[one]
        # The one opposite first (what was taken away shifts the rest up), then those below, then those above.
        opposite = max(0, min(len(lower) - (half - place), len(lower) - 1)) if len(lower) > half - place else 0
        other = next((candidate for candidate in lower[opposite:] + lower[:opposite] if candidate not in seen), None)
        if other is None:
            left.append(one)
        else:
            lower.remove(other)
            pairs.append((one, other))
    return left + lower


def _pair_rest(left: list[int], met: Sequence[set[int]], pairs: list[tuple[int, int]]) -> None:
    """Who found nobody: break up the pair nearest to the end that makes two new ones, else meet again."""
    while left:
        one = left.pop(0)
        other = next((candidate for candidate in left if candidate not in met[one]), None)
        if other is not None:
            left.remove(other)
            pairs.append((one, other))
            continue
        other = left.pop(0)
        for place in range(len(pairs) - 1, -1, -1):
            a, b = pairs[place]
            if a not in met[one] and b not in met[other]:
                pairs[place : place + 1] = [(a, one), (b, other)]
                break
            if b not in met[one] and a not in met[other]:
                pairs[place : place + 1] = [(b, one), (a, other)]
                break
        else:
            pairs.append((one, other))
