"""Who can be rated at all: entrants that games connect to an anchor, and what each group is measured against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.columns import PIECE, Ints, distinct
from referee.ratings.fit.counts import Counts
from referee.ratings.games import Entrant
from referee.ratings.scale import CENTRE

_MARKED = 4000
"""Sides up to which a mark for every pair is kept: 16 MB."""


@dataclass(frozen=True)
class Rated:
    """The entrants to fit."""

    entrants: list[Entrant]
    unrated: list[Entrant]
    numbers: Ints
    """New number of each entrant that was counted, -1 for the unrated."""
    groups: Ints
    """Number of the connected group of each rated entrant."""
    references: list[Ints]
    """For each group the entrants whose mean is the fixed point,"""
    levels: Floats
    """and the rating of that point."""

    def against_references(self, parameters: Floats) -> Floats:
        """Subtract from every entrant's row the mean of its group's fixed points; rows of roles stay."""
        shifted = parameters.copy()
        if self.references:
            means = np.stack([parameters[places].mean(axis=0) for places in self.references])
            # One group is the usual case, and a row for each of its entrants as large as all of them.
            shifted[: len(self.entrants)] -= means[self.groups] if len(means) > 1 else means[0]
        return shifted


def connected(counts: Counts, anchors: Mapping[Entrant, float]) -> Rated:
    """Groups with an anchor, each measured against the mean of its own anchors.

    Two groups that never met are thus still on one scale, as far as the published ratings of their anchors are.
    """
    for anchor, level in anchors.items():
        if not np.isfinite(level):
            raise RatingInputError(f"The published rating of anchor {anchor!r} is {level}; give a finite number.")
    labels = _components(counts)
    anchor_places = [place for place, entrant in enumerate(counts.entrants) if entrant in anchors]
    chosen = sorted({int(labels[place]) for place in anchor_places}) if anchors else _largest(labels)
    keep = np.isin(labels, chosen)
    numbers = np.where(keep, np.cumsum(keep) - 1, -1)
    groups = np.searchsorted(np.array(chosen, dtype=np.int64), labels[keep])
    entrants = [entrant for entrant, kept in zip(counts.entrants, keep, strict=True) if kept]
    references, levels = [], []
    for group in range(len(chosen)):
        members = np.flatnonzero(groups == group)
        fixed = np.array([place for place in members if entrants[place] in anchors], dtype=np.int64)
        references.append(fixed if anchors else members)
        levels.append(float(np.mean([anchors[entrants[place]] for place in fixed])) if anchors else CENTRE)
    unrated = [entrant for entrant, kept in zip(counts.entrants, keep, strict=True) if not kept]
    return Rated(entrants, unrated, numbers, groups, references, np.array(levels))


def _components(counts: Counts) -> Ints:
    """Sides that met, and the members of each side, are connected."""
    size = counts.sides.count
    graph = scipy.sparse.csr_array((size, size))
    for table in counts.choices:
        for start in range(0, len(table.sets), PIECE):
            sets = table.sets[start : start + PIECE]
            edges = _distinct_edges(sets[:, :1].astype(np.int64) * size + sets[:, 1:], size)
            graph = graph + scipy.sparse.coo_array(
                (np.ones(len(edges)), (edges // size, edges % size)), shape=graph.shape
            )
    offset = counts.sides.entrants
    for members in counts.sides.others.values():
        own = np.repeat(np.arange(offset, offset + len(members)), members.shape[1])
        graph = graph + scipy.sparse.coo_array((np.ones(members.size), (own, members.ravel())), shape=graph.shape)
        offset += len(members)
    labels: Ints = scipy.sparse.csgraph.connected_components(graph, directed=False)[1]
    # Numbered anew by who comes first, whatever the numbers of sides are.
    return np.unique(labels[: counts.sides.entrants], return_inverse=True)[1].astype(np.int64)


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
