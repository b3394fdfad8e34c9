"""Rebuild the trend lines from the log."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from django.db import transaction

from arena.ratings.log.lives import live_settings, snapshots
from arena.ratings.log.tables import read_tables
from arena.ratings.models import Period, Pool, Snapshot
from referee.ratings.elo.columns import ColumnFold

_Key = tuple[int, int]


@dataclass(frozen=True)
class Recomputed:
    snapshots: int
    changed: int
    """How many came out different from what was stored. 0 unless a correction was appended."""


@transaction.atomic
def recompute(pool_id: int) -> Recomputed:
    """Fold the whole log from an empty table and write the snapshots anew. The doubles come out identical."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    stored = {
        (snapshot.period_id, snapshot.version_id): snapshot for snapshot in Snapshot.objects.filter(period__pool=pool)
    }
    fresh = {(snapshot.period_id, snapshot.version_id): snapshot for snapshot in _folded(pool)}
    changed = {key for key in stored.keys() | fresh.keys() if not _same(stored.get(key), fresh.get(key))}
    _keep_bands(pool, stored, fresh, changed)
    Snapshot.objects.filter(period__pool=pool).delete()
    Snapshot.objects.bulk_create(fresh.values(), batch_size=2000)
    return Recomputed(len(fresh), len(changed))


def _same(one: Snapshot | None, other: Snapshot | None) -> bool:
    return one is not None and other is not None and (one.live, one.games) == (other.live, other.games)


def _keep_bands(pool: Pool, stored: dict[_Key, Snapshot], fresh: dict[_Key, Snapshot], changed: set[_Key]) -> None:
    """Bands are fits of that time. From the first period that came out differently on they would be false."""
    numbers = dict(Period.objects.filter(pool=pool).values_list("pk", "number"))
    first = min((numbers[period] for period, _ in changed), default=None)
    for key, snapshot in fresh.items():
        if key in stored and (first is None or numbers[key[0]] < first):
            band = stored[key]
            snapshot.rating, snapshot.error, snapshot.margin = band.rating, band.error, band.margin


def _folded(pool: Pool) -> Iterator[Snapshot]:
    """Period by period, whom it touched. Corrections act where the game first stood."""
    tables = read_tables(pool, pool.last_seq)
    versions = {version for table in tables for version in np.unique(table.members).tolist()}
    fold = ColumnFold(tables, live_settings(pool, versions))
    for period in Period.objects.filter(pool=pool).order_by("number"):
        yield from snapshots(period, fold.upto(period.last_seq, period.role_offsets))
