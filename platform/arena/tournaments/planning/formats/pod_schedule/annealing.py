"""A schedule of pods for all rounds at once, in which the same entrants meet as rarely as possible.

Simulated annealing over swaps between pods of a round, from several seeded starts; the best one counts. It stops
early when a start reaches the bound that no schedule can beat.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

SWAPS = 60_000
"""Of a start, a tenth of a second: 32 entrants in six rounds of pods of four come to one repeated meeting, with a tenth
of the swaps to two, with ten times as many to none."""
STARTS = 5
"""The usual fields (16 in 5 rounds, 32 in 4, 64 in 8) reach the bound with the first one; the others are for those that
do not."""
HOT, COLD = 1.2, 0.12
"""Temperatures in units of one repeated meeting."""
SAME_OWNER = 1_000
"""An entrant of the same owner counts as met this often before the start."""

Round = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Schedule:
    rounds: tuple[Round, ...]
    """Entrants 0..n-1 by round and pod."""
    repeats: int
    """Sum over pairs of m(m - 1)/2 for m meetings: what was minimised."""


def repeats(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """The cost of a schedule: every second meeting costs 1, a third one 2 more, and so on.

    >>> repeats([[[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [2, 4, 5]]])
    2
    """
    met: dict[tuple[int, int], int] = {}
    cost = 0
    for pods in rounds:
        for pod in pods:
            for a, b in combinations(sorted(pod), 2):
                cost += met.get((a, b), 0)
                met[a, b] = met.get((a, b), 0) + 1
    return cost


def lower_bound(entrants: int, sizes: Sequence[int], rounds: int) -> int:
    """Repeats if all meetings were spread evenly over all pairs: no schedule has fewer."""
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
    per_pair, rest = divmod(meetings, entrants * (entrants - 1) // 2)
    return rest * per_pair + entrants * (entrants - 1) // 2 * per_pair * (per_pair - 1) // 2


def anneal(
    sizes: Sequence[int],
    rounds: int,
    *,
    owners: Sequence[object] = (),
    seed: int = 0,
    swaps: int = SWAPS,
    starts: int = STARTS,
) -> Schedule:
    """The best schedule of several seeded starts.

    >>> anneal((3, 3, 3), 4).repeats
    0
    """
    entrants = sum(sizes)
    enough = lower_bound(entrants, sizes, rounds)
    best: Schedule | None = None
    best_cost = 0
    for start in range(starts):
        search = _Search(sizes, rounds, owners, random.Random(f"pods {seed} {start}"))  # noqa: S311 - no secret
        cost = search.run(swaps, enough)
        if best is None or cost < best_cost:
            best, best_cost = search.schedule(), cost
        if best_cost <= enough:
            break
    if best is None:
        raise ValueError("annealing needs at least one start")
    return best


class _Search:
    """One start. `lines[r]` holds who sits where in round r; pods are stretches of it."""

    def __init__(self, sizes: Sequence[int], rounds: int, owners: Sequence[object], rng: random.Random) -> None:
        entrants = sum(sizes)
        self.rng = rng
        self.met = [[0] * entrants for _ in range(entrants)]
        for a, b in combinations(range(len(owners)), 2):
            if owners[a] is not None and owners[a] == owners[b]:
                self.met[a][b] = self.met[b][a] = SAME_OWNER
        self.starts = [sum(sizes[:i]) for i in range(len(sizes))]
        self.ends = [start + size for start, size in zip(self.starts, sizes, strict=True)]
        self.pod_at = [pod for pod, size in enumerate(sizes) for _ in range(size)]
        self.cost = 0
        self.lines = [list(range(entrants))]
        self.lines += [rng.sample(range(entrants), entrants) for _ in range(rounds - 1)]
        for line in self.lines:
            for start, end in zip(self.starts, self.ends, strict=True):
                for a, b in combinations(line[start:end], 2):
                    self.cost += self.met[a][b]
                    self.met[a][b] += 1
                    self.met[b][a] += 1

    def run(self, swaps: int, enough: int) -> int:
        """Anneal; leaves the best state seen in `lines` and returns its cost."""
        best, best_lines = self.cost, [line[:] for line in self.lines]
        cooling = (COLD / HOT) ** (1 / max(1, swaps))
        temperature = HOT
        for _ in range(swaps if len(self.starts) > 1 else 0):
            temperature *= cooling
            self._step(temperature)
            if self.cost < best:
                best, best_lines = self.cost, [line[:] for line in self.lines]
                if best <= enough:
                    break
        self.lines = best_lines
        return best

    def _step(self, temperature: float) -> None:
        rng, met = self.rng, self.met
        line = self.lines[int(rng.random() * len(self.lines))]
        i, j = int(rng.random() * len(line)), int(rng.random() * len(line))
        p, q = self.pod_at[i], self.pod_at[j]
        if p == q:
            return
        a, b = line[i], line[j]
        met_a, met_b = met[a], met[b]
        with_a = [c for c in line[self.starts[p] : self.ends[p]] if c != a]
        with_b = [c for c in line[self.starts[q] : self.ends[q]] if c != b]
        # Leaving somebody saves one less than the meetings so far, joining somebody costs the meetings so far.
        change = sum([met_b[c] - met_a[c] for c in with_a]) + len(with_a)
        change += sum([met_a[c] - met_b[c] for c in with_b]) + len(with_b)
        if change > 0 and rng.random() >= math.exp(-change / temperature):
            return
        for c in with_a:
            met_a[c] -= 1
            met[c][a] -= 1
            met_b[c] += 1
            met[c][b] += 1
        for c in with_b:
            met_b[c] -= 1
            met[c][b] -= 1
            met_a[c] += 1
            met[c][a] += 1
        line[i], line[j] = b, a
        self.cost += change

    def schedule(self) -> Schedule:
        cuts = list(zip(self.starts, self.ends, strict=True))
        rounds = tuple(tuple(tuple(sorted(line[start:end])) for start, end in cuts) for line in self.lines)
        return Schedule(rounds, repeats(rounds))
