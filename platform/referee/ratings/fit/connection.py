"""Who can be rated at all: entrants that games connect to an anchor, and what each group is measured against."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.columns import Columns, Ints, Sheet, distinct
from referee.ratings.games import Entrant
from referee.ratings.scale import CENTRE

_MARKED = 4000
"""Entrants up to which a mark for every pair is kept: 16 MB."""


@dataclass(frozen=True)
class Rated:
    """The entrants to fit."""

    entrants: list[Entrant]
    unrated: list[Entrant]
    numbers: Ints
    """New number of each entrant of the columns, -1 for the unrated."""
    groups: Ints
    """Number of the connected group of each rated entrant."""
    references: list[Ints]
    """For each group the entrants whose mean is the fixed point,"""
    levels: Floats
    """and the rating of that point."""

    def only(self, sheets: list[Sheet]) -> list[Sheet]:
        """The games of rated entrants, under their new numbers. A game never spans two groups."""
        rated = []
        for sheet in sheets:
            rows = sheet.rows(self.numbers[sheet.members[:, 0]] >= 0) if self.unrated else sheet
            if len(rows.blocks):
                rated.append(replace(rows, members=self.numbers[rows.members]) if self.unrated else rows)
        return rated

    def against_references(self, parameters: Floats) -> Floats:
        """Subtract from every entrant's row the mean of its group's fixed points; rows of roles stay."""
        shifted = parameters.copy()
        if self.references:
            means = np.stack([parameters[places].mean(axis=0) for places in self.references])
            shifted[: len(self.entrants)] -= means[self.groups]
        return shifted


def connected(columns: Columns, anchors: Mapping[Entrant, float]) -> Rated:
    """Groups with an anchor, each measured against the mean of its own anchors.

    Two groups that never met are thus still on one scale, as far as the published ratings of their anchors are.
    """
    for anchor, level in anchors.items():
        if not np.isfinite(level):
            raise RatingInputError(f"The published rating of anchor {anchor!r} is {level}; give a finite number.")
    labels = _components(columns)
    anchor_places = [place for place, entrant in enumerate(columns.entrants) if entrant in anchors]
    chosen = sorted({int(labels[place]) for place in anchor_places}) if anchors else _largest(labels)
    keep = np.isin(labels, chosen)
    numbers = np.where(keep, np.cumsum(keep) - 1, -1)
    groups = np.searchsorted(np.array(chosen, dtype=np.int64), labels[keep])
    entrants = [entrant for entrant, is_kept in zip(columns.entrants, keep, strict=True) if is_kept]
    references, levels = [], []
    for group in range(len(chosen)):
        members = np.flatnonzero(groups == group)
        fixed = np.array([place for place in members if entrants[place] in anchors], dtype=np.int64)
        references.append(fixed if anchors else members)
        levels.append(float(np.mean([anchors[entrants[place]] for place in fixed])) if anchors else CENTRE)
    unrated = [entrant for entrant, is_kept in zip(columns.entrants, keep, strict=True) if not is_kept]
    return Rated(entrants, unrated, numbers, groups, references, np.array(levels))


def _components(columns: Columns) -> Ints:
    count = len(columns.entrants)
    graph = sparse.csr_array((count, count))
    for sheet in (piece for whole in columns.sheets for piece in whole.pieces()):
        edges = _distinct_edges(sheet.members[:, :1].astype(np.int64) * count + sheet.members, count)
        graph = graph + sparse.coo_array((np.ones(len(edges)), (edges // count, edges % count)), shape=graph.shape)
    labels: Ints = sparse.csgraph.connected_components(graph, directed=False)[1].astype(np.int64)
    return labels


def _distinct_edges(edges: Ints, count: int) -> Ints:
    if count > _MARKED:
        return distinct(edges)
    seen = np.zeros(count * count, dtype=bool)  # marks are quicker than sorting, as long as they fit
    seen[edges] = True
    return np.flatnonzero(seen)


def _largest(labels: Ints) -> list[int]:
    if not len(labels):
        return []
    # Of equally large groups the one with the first entrant: argmax takes the first, labels count up.
    return [int(np.bincount(labels).argmax())]
