"""Standings of many worlds at once: points, then the organiser's tie-breaks, as `planning.standings` has them."""

from collections.abc import Callable, Sequence

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Outcome
from arena.tournaments.planning.forecast.series import Played
from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints


class Tables:
    """The books of all worlds. Matches come in as the run played them."""

    def __init__(self, field: Field) -> None:
        worlds, size = field.worlds, field.size
        self.points = np.zeros((worlds, size))
        self.scores = np.zeros((worlds, size))
        self.games = np.zeros((worlds, size))
        self.wins = np.zeros((worlds, size))
        self.firsts = np.zeros((worlds, size))
        self.lasts = np.zeros((worlds, size))
        self.byes = np.zeros((worlds, size))
        self.met = np.zeros((worlds, size, size), dtype=np.float32)
        self.against = np.zeros((worlds, size, size), dtype=np.float32)
        """Points of a row's entrant in its matches with a column's."""

    def add(self, worlds: Ints, seats: Ints, played: Played) -> None:
        """Matches of one size of one round: nobody is in two of them, so every cell is written once."""
        size = self.points.shape[1]
        cells = worlds[:, None] * size + seats  # numpy finds one number twice as fast as two
        gained = played.match_points()
        places = played.places()
        last = places == places.max(axis=1, keepdims=True)
        for column, values in (
            (self.points, gained),
            (self.scores, played.scores),
            (self.games, np.broadcast_to(played.games[:, None], seats.shape)),
            (self.wins, (gained == 1.0).astype(np.float64)),
            (self.firsts, (places == 0).astype(np.float64)),
            (self.lasts, last.astype(np.float64)),
        ):
            column.reshape(-1)[cells] += values
        entrants = seats.shape[1]
        met, against = self.met.reshape(-1), self.against.reshape(-1)
        for i in range(entrants):
            for j in range(entrants):
                if i != j:
                    result = 0.5 + 0.5 * np.sign(played.order[:, i] - played.order[:, j])
                    pair = cells[:, i] * size + seats[:, j]
                    met[pair] += 1.0
                    against[pair] += result

    def rest(self, worlds: Ints, columns: Ints, points: float) -> None:
        """A bye is a win, sitting out is worth half."""
        self.points[worlds, columns] += points
        if points == 1.0:
            self.byes[worlds, columns] += 1

    def outcome(self, tie_breaks: Sequence[str], cut: int) -> Outcome:
        """Everybody in one table; ``cut``: how many go on (1 where nobody does: the winner)."""
        keys = [self.points, *self._values(tie_breaks)]
        ranking = ranking_by(keys)
        places = np.empty_like(ranking)
        np.put_along_axis(places, ranking, np.broadcast_to(np.arange(1, ranking.shape[1] + 1), ranking.shape), axis=1)
        return Outcome(places, ranking, self.tie_at(ranking, cut))

    def tie_at(self, ranking: Ints, cut: int) -> Bools:
        ordered = np.take_along_axis(self.points, ranking, axis=1)
        if cut >= ordered.shape[1]:
            return np.zeros(len(ordered), dtype=bool)
        return np.asarray(np.abs(ordered[:, cut - 1] - ordered[:, cut]) < 1e-9)

    def values_of(self, tie_breaks: Sequence[str]) -> list[Floats]:
        return [self.points, *self._values(tie_breaks)]

    def _values(self, tie_breaks: Sequence[str]) -> list[Floats]:
        return [_TIE_BREAKS[name](self) for name in tie_breaks if name in _TIE_BREAKS]

    def _opponents_points(self) -> Floats:
        return np.asarray(np.einsum("wij,wj->wi", self.met, self.points)) + self.byes * self.points

    def _extreme(self, pick: Callable[..., Floats], empty: float) -> Floats:
        """The least or most points of an opponent; a bye is one with the entrant's own."""
        seen = np.where(self.met > 0, self.points[:, None, :], empty)
        seen = np.concatenate([seen, np.where(self.byes > 0, self.points, empty)[:, :, None]], axis=2)
        extremes = pick(seen, axis=2)
        return np.where(np.isfinite(extremes), extremes, 0.0)


def ranking_by(keys: Sequence[Floats]) -> Ints:
    """Columns from best to worst by the first key, then the next; the better seed wins what is left."""
    columns = np.broadcast_to(np.arange(keys[0].shape[1], dtype=np.float64), keys[0].shape)
    return np.lexsort([columns, *(-np.round(key, 6) for key in reversed(keys))], axis=-1)


def _direct(tables: Tables) -> Floats:
    tied = np.abs(tables.points[:, :, None] - tables.points[:, None, :]) < 1e-9
    tied &= ~np.eye(tables.points.shape[1], dtype=bool)
    all_met = np.asarray((~tied | (tables.met > 0)).all(axis=2))
    # Used only if all who are tied met each other: one who lacks a meeting spoils it for the whole group.
    spoilt = (tied & ~all_met[:, None, :]).any(axis=2) | ~all_met
    points = np.where(tied, tables.against, 0.0).sum(axis=2)
    return np.where(spoilt, 0.0, points)


_TIE_BREAKS: dict[str, Callable[[Tables], Floats]] = {
    "buchholz": lambda tables: tables._opponents_points(),
    "buchholz_cut1": lambda tables: tables._opponents_points() - tables._extreme(np.min, np.inf),
    "buchholz_median": lambda tables: (
        tables._opponents_points() - tables._extreme(np.min, np.inf) - tables._extreme(np.max, -np.inf)
    ),
    "sonneborn_berger": lambda tables: (
        np.asarray(np.einsum("wij,wj->wi", tables.against, tables.points)) + tables.byes * tables.points
    ),
    "direct_encounter": _direct,
    "wins": lambda tables: tables.wins,
    "series_score": lambda tables: tables.scores / np.maximum(tables.games, 1.0),
    "opponents_average": lambda tables: tables._opponents_points() / np.maximum(tables.met.sum(axis=2), 1.0),
    "first_places": lambda tables: tables.firsts,
    "fewer_last_places": lambda tables: -tables.lasts,
}
"""``seed`` is what always decides in the end."""
