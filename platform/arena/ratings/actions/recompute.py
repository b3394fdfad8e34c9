"""Rebuild the trend lines from the log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from django.db import connection, transaction

from arena.ratings.log.lives import live_settings
from arena.ratings.log.tables import read_tables
from arena.ratings.models import Period, Pool, Snapshot
from referee.ratings.elo.columns import ColumnFold

_PERIODS = 100
"""Whose points are in memory at once: of a thousand bots some 100,000, 20 MB."""
_Points = Mapping[int, tuple[float, int]]
"""By version: live Elo and games."""


@dataclass(frozen=True)
class Recomputed:
    snapshots: int
    changed: int
    """How many came out different from what was stored. 0 unless a correction was appended."""


@transaction.atomic
def recompute(pool_id: int) -> Recomputed:
    """Fold the whole log from an empty table. The doubles come out identical; only what does not is written.

    Bands are fits of their time. From the first period that came out differently on they would be false: all points of
    those periods are replaced.
    """
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    count = changed = 0
    folded = _folded(pool)
    while fresh := dict(islice(folded, _PERIODS)):
        stored = _stored(fresh)
        count += sum(map(len, fresh.values()))
        false = {}
        for period, points in fresh.items():
            changed += _differing(stored.get(period, {}), points)
            if changed:
                false[period] = points
        if false:
            _replace(false)
    return Recomputed(count, changed)


def _folded(pool: Pool) -> Iterator[tuple[int, _Points]]:
    """Period by period, whom it touched. Corrections act where the game first stood."""
    tables = read_tables(pool, pool.last_seq)
    versions = {version for table in tables for version in np.unique(table.members).tolist()}
    fold = ColumnFold(tables, live_settings(pool, versions))
    for period in Period.objects.filter(pool=pool).order_by("number"):
        table = fold.upto(period.last_seq, period.role_offsets)
        yield period.pk, {int(version): (live, table.games[version]) for version, live in table.ratings.items()}


def _stored(periods: Mapping[int, _Points]) -> dict[int, dict[int, tuple[float, int]]]:
    found: dict[int, dict[int, tuple[float, int]]] = {}
    rows = Snapshot.objects.filter(period__in=periods).values_list("period", "version", "live", "games")
    for period, version, live, games in rows:
        found.setdefault(period, {})[version] = (live, games)
    return found


def _differing(stored: _Points, fresh: _Points) -> int:
    if stored == fresh:
        return 0
    return sum(stored.get(version) != fresh.get(version) for version in stored.keys() | fresh.keys())


def _replace(periods: Mapping[int, _Points]) -> None:
    """By COPY: after a correction of an old game nearly all points of a season are written."""
    Snapshot.objects.filter(period__in=periods).delete()
    statement = "COPY ratings_snapshot (period_id, version_id, live, games) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for period, points in periods.items():
            for version, (live, games) in sorted(points.items()):
                copy.write_row((period, version, live, games))
