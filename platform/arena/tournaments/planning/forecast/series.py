"""Many series at once: who is first, after how many games, and whether the blocks alone had told them apart.

A row is a match, a column an entrant in slot order. Length, early stop and extra blocks follow the same rules as
`planning.series` and `planning.pacing`. Luck is what was measured: ``gain`` says how many independent games one game
of a block is worth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints
from engines import RankPolicy

_ROUNDING: Final = 1.0 / 6.0
"""Variance that rounding counts of wins to whole games adds."""
_PARTNERSHIPS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True)
class SeriesModel:
    """How matches of a variant go."""

    policy: RankPolicy
    block_games: Mapping[int, int]
    """Games of a block by the number of entrants in a match."""
    seats: Mapping[int, int]
    """Seats of the variant that so many entrants play."""
    is_team: bool = False
    """Two sides of several seats: four entrants play with every partner."""
    gain: float = 1.0
    early_stop: bool = True
    extra_blocks: int = 3


@dataclass(frozen=True)
class Played:
    scores: Floats
    """Points of all games, as `planning.series` counts them."""
    order: Floats
    """Higher is better. Equal values are a draw; with a cut there are none."""
    games: Ints
    level: Bools
    """Whether the blocks left a tie at the cut (without a cut: any tie for first)."""

    def match_points(self) -> Floats:
        """(beaten + half the tied) / (n - 1)."""
        if self.order.shape[1] == 2:
            first = 0.5 + 0.5 * np.sign(self.order[:, 0] - self.order[:, 1])
            return np.stack([first, 1.0 - first], axis=1)
        ahead = (self.order[:, :, None] > self.order[:, None, :]).sum(axis=2)
        level = (self.order[:, :, None] == self.order[:, None, :]).sum(axis=2) - 1
        return np.asarray((ahead + 0.5 * level) / (self.order.shape[1] - 1))

    def places(self) -> Ints:
        """Place of each entrant in its match, from 0; ties share the better one."""
        if self.order.shape[1] == 2:
            return np.asarray((self.order < self.order[:, ::-1]).astype(np.int64))
        return np.asarray((self.order[:, :, None] < self.order[:, None, :]).sum(axis=2))


def play(model: SeriesModel, strengths: Floats, blocks: Ints, advancing: Ints, rng: np.random.Generator) -> Played:
    """``strengths`` in logits (matches x entrants), ``blocks`` and ``advancing`` (0: no cut) for each match."""
    matches, entrants = strengths.shape
    size = model.block_games[entrants]
    chances = _chances(model, strengths)
    scores = np.zeros((matches, entrants))
    left = blocks.astype(np.int64).copy()
    has_cut = advancing > 0
    going = np.arange(matches)
    while len(going):
        part = _part(model, scores[going], left[going], advancing[going], size)
        scores[going] += _gained(model, chances[going], part, size, rng)
        left[going] -= part
        going = going[left[going] > 0]
        lead = _lead(scores[going], advancing[going])
        is_safe = (
            has_cut[going] & (lead > left[going] * size + 1e-9) if model.early_stop else np.zeros(len(going), bool)
        )
        going = going[~is_safe]
    games = (blocks - left) * size
    level = (np.abs(_lead(scores, np.maximum(advancing, 1))) < 1e-9) & (left == 0)
    tied = np.flatnonzero(level & has_cut)
    for _extra in range(model.extra_blocks):
        if not len(tied):
            break
        scores[tied] += _gained(model, chances[tied], np.ones(len(tied), np.int64), size, rng)
        games[tied] += size
        tied = tied[np.abs(_lead(scores[tied], advancing[tied])) < 1e-9]
    return Played(scores, _order(scores, strengths, has_cut, rng), games, level)


def _part(model: SeriesModel, scores: Floats, left: Ints, advancing: Ints, size: int) -> Ints:
    """As `pacing.next_part`: the least number of blocks after which the series can be settled."""
    if not model.early_stop:
        return left
    lead = _lead(scores, np.maximum(advancing, 1)) / size
    part = np.minimum(left, np.floor((left - lead) / 2.0 + 1e-9).astype(np.int64) + 1)
    return np.where(advancing > 0, np.maximum(part, 1), left)


def _lead(scores: Floats, advancing: Ints) -> Floats:
    """Points between the last who goes on and the first who does not."""
    if scores.shape[1] == 2:
        return np.asarray(np.abs(scores[:, 0] - scores[:, 1]))
    ordered = -np.sort(-scores, axis=1)
    rows = np.arange(len(scores))
    return np.asarray(ordered[rows, advancing - 1] - ordered[rows, advancing])


def _order(scores: Floats, strengths: Floats, has_cut: Bools,
           rng: np.random.Generator) -> Floats:  # fmt: skip
    """After the extra blocks progress decides, which follows strength as results do."""
    if not has_cut.any():
        return np.asarray(np.round(scores, 6))
    lots = strengths + rng.gumbel(size=scores.shape)
    spread = np.abs(lots).max(initial=1.0) * 1e6
    return np.round(scores, 6) + np.where(has_cut[:, None], lots / spread, 0.0)


def _chances(model: SeriesModel, strengths: Floats) -> Floats:
    """To win a game, or to lose it where the last one loses."""
    entrants = strengths.shape[1]
    if model.is_team and entrants == 4:
        return strengths
    if entrants > 2 and model.policy is RankPolicy.FULL_ORDER:
        ahead = 1.0 / (1.0 + np.exp(strengths[:, None, :] - strengths[:, :, None]))
        return np.asarray((ahead.sum(axis=2) - 0.5) / (entrants - 1))
    sign = -1.0 if entrants > 2 and model.policy is RankPolicy.LAST_LOSES else 1.0
    raised = np.exp(sign * (strengths - strengths.mean(axis=1, keepdims=True)))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _gained(model: SeriesModel, chances: Floats, blocks: Ints, size: int, rng: np.random.Generator) -> Floats:
    """Points of everybody in so many more blocks."""
    entrants = chances.shape[1]
    games = blocks * size
    if entrants == 2:
        first = _duel(chances[:, 0], games, model.gain, rng)
        return np.stack([first, games - first], axis=1)
    if model.is_team and entrants == 4:
        return _partners(chances, blocks, size, model.gain, rng)
    if model.policy is RankPolicy.FULL_ORDER:
        return _orders(chances, games, model.gain, rng)
    counts = _choices(chances, games, model.gain, rng)
    total = games[:, None]
    if model.policy is RankPolicy.LAST_LOSES:
        return np.asarray((total - counts) * entrants / (2.0 * (entrants - 1)))
    return np.asarray(counts + (total - counts) * (entrants - 2) / (2.0 * (entrants - 1)))


def _duel(chance: Floats, games: Ints, gain: float, rng: np.random.Generator) -> Floats:
    """Games won by the first of two. A deal is played from both sides: 2, 1 or 0 wins, with mean and spread as
    measured. Three values leave no other freedom."""
    edge = 2.0 * chance - 1.0
    decisive = np.clip(2.0 * chance * (1.0 - chance) / gain + edge**2, np.abs(edge), 1.0)
    pairs = games // 2
    decided = rng.binomial(pairs, decisive)
    doubles = rng.binomial(decided, np.clip((decisive + edge) / (2.0 * np.maximum(decisive, 1e-12)), 0.0, 1.0))
    odd = games - 2 * pairs
    single = rng.binomial(odd, chance) if odd.any() else 0
    return np.asarray(2.0 * doubles + (pairs - decided) + single, dtype=np.float64)


def _choices(chances: Floats, games: Ints, gain: float, rng: np.random.Generator) -> Floats:
    """How often each was the one who wins (or loses): whole numbers with the measured spread.

    Some of the games are drawn by chance, as many as all of them are worth; the rest falls as expected. Where games
    are worth less than one each, fewer are drawn and count more.
    """
    entrants = chances.shape[1]
    even = (1.0 / entrants) * (1.0 - 1.0 / entrants)
    scale = max(1.0, 1.0 / gain)
    wanted = np.maximum(games / (gain * scale**2) - _ROUNDING / even / scale**2, 0.0)
    by_chance = np.minimum(np.floor(wanted + rng.random(len(games))).astype(np.int64), np.floor(games / scale))
    drawn = (
        scale * rng.multinomial(by_chance.astype(np.int64), chances) + (games - scale * by_chance)[:, None] * chances
    )
    steps = np.floor(np.cumsum(drawn, axis=1) + rng.random((len(games), 1)))
    steps[:, -1] = games
    return np.diff(steps, axis=1, prepend=0.0)


def _orders(expected: Floats, games: Ints, gain: float, rng: np.random.Generator) -> Floats:
    """Points of finishing orders: so many of them that they are spread as a bell."""
    entrants = expected.shape[1]
    variance = (entrants + 1) / (12.0 * (entrants - 1)) / gain
    noise = rng.standard_normal(expected.shape)
    noise -= noise.mean(axis=1, keepdims=True)
    scores = games[:, None] * expected + np.sqrt(games * variance * entrants / (entrants - 1))[:, None] * noise
    step = 1.0 / (entrants - 1)
    return np.asarray(np.round(scores / step) * step)


def _partners(strengths: Floats, blocks: Ints, size: int, gain: float, rng: np.random.Generator) -> Floats:
    """Four single bots as two pairs: the three partnerships take turns, and partners share the points."""
    scores = np.zeros(strengths.shape)
    begin = rng.integers(3, size=len(blocks))
    for turn, (one, other) in enumerate(_PARTNERSHIPS):
        games = ((blocks + 2 - (turn - begin) % 3) // 3) * size
        edge = strengths[:, one].mean(axis=1) - strengths[:, other].mean(axis=1)
        won = _duel(1.0 / (1.0 + np.exp(-edge)), games, gain, rng)
        for side, wins in ((one, won), (other, games - won)):
            scores[:, side] += ((5.0 * wins + (games - wins)) / 6.0)[:, None]
    return scores
