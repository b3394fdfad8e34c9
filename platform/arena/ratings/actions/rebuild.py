"""Rebuild everything that is derived from a pool's log and say what came out otherwise."""

from dataclasses import dataclass

from django.db import transaction

from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import fit_log, refit
from arena.ratings.models import Period, Pool, Snapshot, Standing

_Line = tuple[float | None, float | None, float | None, int, int, int]


@dataclass(frozen=True)
class Rebuilt:
    events: int
    snapshots: int
    standings: int
    bands: int
    changes: int
    """Snapshots, bands and lines that are not what was stored, to the last bit."""


def rebuild(pool_id: int, *, with_bands: bool = False) -> Rebuilt:
    """Live Elo first, then the board. A board that lags behind the log is brought up to date, not called different."""
    pool = Pool.objects.get(pk=pool_id)
    is_current = pool.fitted_seq == pool.last_seq
    before = _board(pool)
    lives = recompute(pool_id)
    bands, changed_bands = _bands(pool) if with_bands else (0, 0)
    refit(pool_id, from_nothing=True)
    after = _board(pool)
    lines = sum(before.get(version) != after.get(version) for version in before.keys() | after.keys())
    changes = lives.changed + changed_bands + (lines if is_current else 0)
    return Rebuilt(pool.last_seq, lives.snapshots, len(after), bands, changes)


def _board(pool: Pool) -> dict[int, _Line]:
    rows = Standing.objects.filter(pool=pool)
    return {row.version_id: (row.rating, row.error, row.margin, row.games, row.blocks, row.faults) for row in rows}


@transaction.atomic
def _bands(pool: Pool) -> tuple[int, int]:
    """The fit after every closed period, for the versions that played in it."""
    changed = total = 0
    for period in Period.objects.filter(pool=pool).order_by("number"):
        lines = {line.entrant: line for line in fit_log(pool, pool.last_seq, period.last_seq).ratings}
        rows = list(Snapshot.objects.filter(period=period))
        for row in rows:
            line = lines.get(row.version_id)
            fresh = (line.rating, line.standard_error, line.margin) if line else (None, None, None)
            # A period without a band was never fitted on its own: two closed between fits, or a correction came.
            changed += row.rating is not None and (row.rating, row.error, row.margin) != fresh
            row.rating, row.error, row.margin = fresh
        total += len(rows)
        Snapshot.objects.bulk_update(rows, ["rating", "error", "margin"], batch_size=1000)
    return total, changed
