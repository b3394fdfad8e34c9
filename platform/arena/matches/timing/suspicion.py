"""Pairs whose thinking times and choices belong together more than those of everybody else do.

A bot's time follows from what it sees, and so does everybody's choice: times and choices are related at honest tables
too. So a pair is not compared with nothing but with others: with what the same teller's times say about other
listeners, and with what other tellers' times say about the same listener. What is left over is the pair's own. What
follows in a straight line from what the teller played, from its cards and from the turn is taken away first.

The unit is the block: deals of different blocks are independent, games of one are not. For each block the products of
two ranks are added (time among the teller's own times with as many choices; choice or hand among the listener's own),
blocks of a pair say how much such sums vary, and all tests of a look together raise a false alarm in one look of a
hundred (Bonferroni). If the other pairs of an arena differ from each other more than chance explains, a pair is judged
by that wider measure.

What it cannot see: codes that use each time once with a key that both share and change, so that long and short mean
nothing by themselves. Those carry no less and leave no trace in any statistic of this kind.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from arena.matches.timing.observed import Observed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ALARM: Final = 0.01
"""The chance that a look at an honest arena flags anybody at all."""
LEAST_BLOCKS: Final = 10
"""Of a pair, of its teller with others, of others with its listener: fewer are not judged."""
MOST_CHOICES: Final = 8
"""Decisions with this many choices or more are compared with each other."""
_NORMAL_MEDIAN: Final = 0.6744897501960817
"""Of the absolute value of a standard normal."""
SHAPES: Final = ("longer", "unusual")
"""Long against short times, and both against middling ones."""
ABOUT: Final = ("choice", "hand")


@dataclass(frozen=True)
class Flag:
    """A pair to look at."""

    teller: int
    listener: int
    about: str
    """"choice": what the listener does next; "hand": what the listener holds."""
    shape: str
    blocks: int
    excess: float
    """Correlation beyond what both show with others."""
    chance: float
    """That an honest arena shows as much anywhere in this look."""


@dataclass(frozen=True)
class Look:
    pairs: int
    """Ordered pairs that were judged."""
    unjudged: int
    """Pairs with too few blocks, or with nobody to compare them with."""
    flags: tuple[Flag, ...]


def look(observed: Sequence[Observed], alarm: float = ALARM) -> Look:
    """Judge everybody at the tables of one variant."""
    if not observed:
        return Look(0, 0, ())
    tellers = np.array([each.teller for each in observed])
    listeners = np.array([each.listener for each in observed])
    blocks = np.array([each.block for each in observed])
    seen = np.array([(each.teller_choice, each.teller_hand, each.turn, each.turn**2) for each in observed], dtype=float)
    by_teller = [each.teller_version for each in observed]
    by_listener = [each.listener_version for each in observed]
    longer = _ranked([(each.teller_version, min(each.teller_choices, MOST_CHOICES)) for each in observed],
                     np.array([each.time_ms for each in observed]))  # fmt: skip
    times = {
        "longer": _left(by_teller, longer, seen),
        "unusual": _left(by_teller, _ranked(by_teller, abs(longer)), seen),
    }
    strata = [(each.listener_version, min(each.listener_choices, MOST_CHOICES)) for each in observed]
    features = {
        name: _left(by_listener, _ranked(strata, np.array([getattr(each, name) for each in observed])), seen)
        for name in ABOUT
    }
    units = _Units(tellers, listeners, blocks)
    products = {(about, shape): times[shape] * features[about] for about in ABOUT for shape in SHAPES}
    talking: frozenset[tuple[int, int]] = frozenset()
    while True:
        # A pair that talks makes those look odd who are compared with it: it is left out, and all are judged again.
        found = [
            (about, shape, judged)
            for (about, shape), values in products.items()
            for judged in _scaled(list(units.judge(values, talking)))
        ]
        struck = [entry for entry in found if entry[2].chance * len(found) < alarm]
        fresh = [entry[2] for entry in struck if entry[2].pair not in talking]
        if not fresh:
            break
        talking |= {min(fresh, key=lambda judged: judged.chance).pair}
    flags = [
        Flag(*judged.pair, about, shape, judged.blocks, round(judged.excess, 4), min(1.0, judged.chance * len(found)))
        for about, shape, judged in struck
    ]
    pairs = len(found) // len(products)
    return Look(pairs, units.pairs - pairs, tuple(sorted(flags, key=lambda flag: flag.chance)))


def _ranked(strata: Sequence[Hashable], values: Floats) -> Floats:
    """Ranks within each stratum, with mean 0 and variance 1; equal values share a rank."""
    numbers: dict[Hashable, int] = {}
    group = np.array([numbers.setdefault(stratum, len(numbers)) for stratum in strata])
    order = np.lexsort([values, group])
    ranked = np.zeros(len(values))
    bounds = np.flatnonzero(np.diff(group[order], prepend=-1))
    for start, end in zip(bounds, [*bounds[1:], len(order)], strict=True):
        members = order[start:end]
        ranks = scipy.stats.rankdata(values[members]) - (len(members) + 1) / 2
        spread = ranks.std()
        ranked[members] = ranks / spread if spread > 0 else 0.0
    return ranked


def _left(programs: Sequence[Hashable], values: Floats, seen: Floats) -> Floats:
    """What is left of a program's values after the straight line through what everybody could see."""
    left = values.copy()
    numbers: dict[Hashable, list[int]] = {}
    for at, program in enumerate(programs):
        numbers.setdefault(program, []).append(at)
    for members in numbers.values():
        facts = np.column_stack([np.ones(len(members)), seen[members]])
        fitted, *_rest = np.linalg.lstsq(facts, values[members], rcond=None)
        left[members] -= facts @ fitted
    return left


@dataclass(frozen=True)
class _Judged:
    pair: tuple[int, int]
    blocks: int
    excess: float
    t: float
    freedom: int
    chance: float = 1.0


class _Units:
    """Observations by teller, listener and block."""

    def __init__(self, tellers: Ints, listeners: Ints, blocks: Ints) -> None:
        keys = np.stack([tellers, listeners, blocks], axis=1)
        self.keys, inverse = np.unique(keys, axis=0, return_inverse=True)
        self.unit: Ints = inverse.ravel()
        self.counts = np.bincount(self.unit)
        both = np.unique(self.keys[:, :2], axis=0)
        self.both: list[tuple[int, int]] = [(int(teller), int(listener)) for teller, listener in both]

    @property
    def pairs(self) -> int:
        return len(self.both)

    def judge(self, products: Floats, talking: frozenset[tuple[int, int]]) -> Iterator[_Judged]:
        sums = np.bincount(self.unit, weights=products).astype(np.float64)
        silent = np.array([(int(teller), int(listener)) not in talking for teller, listener in self.keys[:, :2]])
        whole = float(sums[silent].sum() / max(int(self.counts[silent].sum()), 1))
        spread, freedom = self._spread(sums)
        if spread <= 0:
            return
        for teller, listener in self.both:
            tells, hears = self.keys[:, 0] == teller, self.keys[:, 1] == listener
            groups = [tells & hears, tells & ~hears & silent, ~tells & hears & silent]
            if min(int(group.sum()) for group in groups) < LEAST_BLOCKS:
                continue
            counts = [float(self.counts[group].sum()) for group in groups]
            own, teller_else, listener_else = (
                float(sums[group].sum()) / count for group, count in zip(groups, counts, strict=True)
            )
            excess = own - teller_else - listener_else + whole
            error = spread * sum(1.0 / count for count in counts)
            yield _Judged((teller, listener), int(groups[0].sum()), excess, excess / error**0.5, freedom)

    def _spread(self, sums: Floats) -> tuple[float, int]:
        """Variance of a block's sum for each of its decisions, around the mean of its pair; of all pairs together, as
        ten blocks alone tell little about it."""
        _both, pair = np.unique(self.keys[:, :2], axis=0, return_inverse=True)
        pair = pair.ravel()
        means = np.bincount(pair, weights=sums) / np.bincount(pair, weights=self.counts)
        left = sums - self.counts * means[pair]
        freedom = len(sums) - len(means)
        if freedom < LEAST_BLOCKS:
            return 0.0, 0
        return float((left**2).sum() / self.counts.sum() * len(sums) / freedom), freedom


def _scaled(judged: Sequence[_Judged]) -> Iterator[_Judged]:
    """With the chance of each, measured by how much pairs of this arena differ anyway: those of other tellers with
    other listeners, since a pair that talks pulls at everybody who is compared with it."""
    tellers = np.array([each.pair[0] for each in judged])
    listeners = np.array([each.pair[1] for each in judged])
    sizes = np.abs([each.t for each in judged])
    for each in judged:
        apart = (tellers != each.pair[0]) & (listeners != each.pair[1])
        typical = float(np.median(sizes[apart])) / _NORMAL_MEDIAN if apart.any() else 1.0
        yield replace(each, chance=2.0 * float(scipy.stats.t.sf(abs(each.t) / max(1.0, typical), each.freedom)))
