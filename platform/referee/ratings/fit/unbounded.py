"""Entrants, and groups of them, that lost every game against the rest, or won every one: no result says how far away
they stand.

All their blocks pull alike. The spread between blocks, of which intervals are made, is then next to nothing, and the
interval would become the narrower the more games they lose. The spread that the model expects takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from referee.ratings.fit.choices import Floats, is_one_sided
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.likelihood import Point
from referee.ratings.scale import POINTS_PER_LOGIT

GAP: Final = 100.0 / POINTS_PER_LOGIT
"""A group that never won against the rest stands further below them than this after a few blocks."""
_ROUNDING: Final = 1e-9
"""Two sums that are equal in theory may differ by so much."""


def model_spreads(point: Point, total: Floats, entrants: int) -> scipy.sparse.csr_array | None:
    """Rows to be added to the slopes of blocks, one for each such entrant or group. ``total``: what all games and the
    penalty tell of each parameter."""
    found = [*_singles(point, total, entrants), *_groups(point, entrants)]
    if not found:
        return None
    ends = np.cumsum([0, *(len(members) for members, _ in found)])
    members = np.concatenate([members for members, _ in found])
    # As far as the whole group would be moved, shared by its members.
    values = np.repeat([np.sqrt(told) / len(members) for members, told in found], np.diff(ends))
    return scipy.sparse.csr_array((values, members, ends), shape=(len(found), len(total)))


def _singles(point: Point, total: Floats, entrants: int) -> Iterator[tuple[Ints, float]]:
    """At the best fit the penalty balances all that such an entrant expected, so its games tell no more than this."""
    likelihood = point.likelihood
    most = 2.0 * likelihood.penalty[:entrants] * (1.0 + np.abs(point.parameters[:entrants]))
    suspects = np.flatnonzero(total[:entrants] <= most + _ROUNDING)
    if not len(suspects):
        return
    sides = likelihood.design[:, suspects].tocsr()
    for entrant in suspects[is_one_sided(likelihood.choices, sides)]:
        yield np.array([entrant]), float(total[entrant])


def _groups(point: Point, entrants: int) -> Iterator[tuple[Ints, float]]:
    """Of two and more, where the board falls apart: nobody below the gap ever won against anybody above it."""
    parameters = point.parameters[:entrants]
    order = np.argsort(-parameters, kind="stable")
    gaps = -np.diff(parameters[order]) > GAP
    if not (point.likelihood.is_plain and gaps.any()):
        return
    for cut in np.flatnonzero(gaps & ~_has_upset(point, order)):
        group = order[cut + 1 :] if 2 * (cut + 1) >= entrants else order[: cut + 1]
        if len(group) > 1:
            yield np.sort(group), _told(point, group)


def _has_upset(point: Point, order: Ints) -> NDArray[np.bool_]:
    """Whether somebody below ever won against somebody above, for each gap between neighbours of the order."""
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    changes = np.zeros(len(order) + 1, dtype=np.int64)
    for table in point.likelihood.choices:
        seated = places[table.columns]
        for member in range(table.arity):
            chosen = table.weights[:, member] > 0
            own = seated[member, chosen]
            # A winner was better than all others of its set, a loser worse.
            other = seated[:, chosen].min(axis=0) if table.sign > 0 else seated[:, chosen].max(axis=0)
            changes += np.bincount(np.minimum(own, other), minlength=len(changes))
            changes -= np.bincount(np.maximum(own, other), minlength=len(changes))
    upsets: NDArray[np.bool_] = np.cumsum(changes)[: len(order) - 1] > 0
    return upsets


def _told(point: Point, group: Ints) -> float:
    """What all games and the penalty tell of where the group as a whole stands."""
    likelihood = point.likelihood
    is_member = np.zeros(likelihood.design.shape[1], dtype=bool)
    is_member[group] = True
    told = 2.0 * float(likelihood.penalty[group].sum())
    for table, chances in zip(likelihood.choices, point.chances, strict=True):
        share = (chances * is_member[table.columns]).sum(axis=0)
        told += float((table.counts * share * (1.0 - share)).sum())
    return told
