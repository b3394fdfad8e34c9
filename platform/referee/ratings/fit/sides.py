"""The sides of games, numbered without gaps: single entrants, pairs, and sides with a role."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from referee.ratings.fit.columns import Ints, Sheet, distinct_rows

Kind = tuple[int, str]
"""How many members, and which role."""
ALONE: Kind = (1, "")


@dataclass(frozen=True)
class Sides:
    """A side of one entrant without a role has the number of that entrant. The others follow, kind by kind."""

    entrants: int
    others: dict[Kind, Ints]
    """Kinds in their order; of each the distinct sides, ascending: a row names the members, ascending."""

    @property
    def count(self) -> int:
        return self.entrants + sum(map(len, self.others.values()))

    @property
    def roles(self) -> list[str]:
        return sorted({role for _, role in self.others if role})

    def matrix(self) -> scipy.sparse.csr_array:
        """Strength of each side as a weighted sum of entrants, then roles: the mean of its members plus its role."""
        roles = self.roles
        shape = (self.entrants, self.entrants + len(roles))
        parts = [scipy.sparse.eye_array(*shape, format="coo")]
        parts += [_rows(members, shape[1], role, self.entrants, roles) for (_, role), members in self.others.items()]
        return scipy.sparse.vstack(parts, format="csr")

    def moved(self, places: Ints, entrants: int) -> Sides:
        """The same when entrants get other numbers in the same order."""
        return Sides(entrants, {kind: places[members] for kind, members in self.others.items()})

    def only(self, keep: Ints) -> tuple[Sides, Ints]:
        """Sides of some entrants, and the new number of each side, -1 for those left out. Nobody has a partner among
        those left out. ``keep``: new number of each entrant, -1 for those left out."""
        stays = [keep >= 0, *(keep[members[:, 0]] >= 0 for members in self.others.values())]
        kept = {kind: keep[rows[stay]] for (kind, rows), stay in zip(self.others.items(), stays[1:], strict=True)}
        whole = np.concatenate(stays)
        left = {kind: rows for kind, rows in kept.items() if len(rows)}
        return Sides(int(stays[0].sum()), left), np.where(whole, np.cumsum(whole) - 1, -1)


def _rows(members: Ints, width: int, role: str, entrants: int, roles: list[str]) -> scipy.sparse.coo_array:
    count, size = members.shape
    down = np.repeat(np.arange(count), size)
    matrix = scipy.sparse.coo_array((np.full(count * size, 1.0 / size), (down, members.ravel())), shape=(count, width))
    if not role:
        return matrix
    column = np.full(count, entrants + roles.index(role))
    extra = scipy.sparse.coo_array((np.ones(count), (np.arange(count), column)), shape=matrix.shape)
    return (matrix + extra).tocoo()


def number_sides(sheets: list[Sheet], entrants: int) -> tuple[Sides, list[Ints]]:
    """The distinct sides, and for each sheet the number of the side in each place, one row per game."""
    others: dict[Kind, Ints] = {}
    numbers: list[Ints] = [
        sheet.members if set(_kinds(sheet)) == {ALONE} else np.empty(sheet.ranks.shape, dtype=np.int32)
        for sheet in sheets
    ]
    offset = entrants
    for kind in sorted({kind for sheet in sheets for kind in _kinds(sheet)}):
        places = [
            (at, place, sheet.members[:, start : start + kind[0]])
            for at, sheet in enumerate(sheets)
            for place, (own, start) in enumerate(zip(_kinds(sheet), _starts(sheet), strict=True))
            if own == kind
        ]
        if kind == ALONE:
            for at, place, members in places:
                if numbers[at] is not sheets[at].members:
                    numbers[at][:, place] = members[:, 0]
            continue
        others[kind], inverse = distinct_rows(np.sort(np.vstack([members for _, _, members in places]), axis=1))
        ends = np.cumsum([len(members) for _, _, members in places])[:-1]
        for (at, place, _), part in zip(places, np.split(offset + inverse, ends), strict=True):
            numbers[at][:, place] = part
        offset += len(others[kind])
    return Sides(entrants, others), numbers


def _kinds(sheet: Sheet) -> list[Kind]:
    return list(zip(sheet.shape.sizes, sheet.shape.roles or ("",) * len(sheet.shape.sizes), strict=True))


def _starts(sheet: Sheet) -> list[int]:
    return [sum(sheet.shape.sizes[:place]) for place in range(len(sheet.shape.sizes))]


def join_sides(one: Sides, other: Sides) -> tuple[Sides, Ints, Ints]:
    """Those of both, who number the entrants alike, and the number that each side of the one and the other gets."""
    others: dict[Kind, Ints] = {}
    offset = one.entrants
    places: tuple[list[Ints], list[Ints]] = ([np.arange(offset)], [np.arange(offset)])
    for kind in sorted(one.others.keys() | other.others.keys()):
        rows = [sides.others.get(kind, np.empty((0, kind[0]), dtype=np.int32)) for sides in (one, other)]
        others[kind], at = distinct_rows(np.concatenate(rows))
        places[0].append(offset + at[: len(rows[0])])
        places[1].append(offset + at[len(rows[0]) :])
        offset += len(others[kind])
    return Sides(one.entrants, others), np.concatenate(places[0]), np.concatenate(places[1])
