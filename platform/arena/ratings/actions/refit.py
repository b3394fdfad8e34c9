"""Fit the pool anew and write the leaderboard's table: derived as a whole, replaced as a whole."""

import time
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from arena.lib.live.publish import publish_on_commit
from arena.ratings.leaderboard.seat_facts import seat_facts
from arena.ratings.leaderboard.standings import standing_lines
from arena.ratings.leaderboard.tally import tally
from arena.ratings.log.tables import read_tables
from arena.ratings.models import Anchor, Period, Pool, Snapshot, Standing
from referee.ratings.fit.batch import BatchFit, fit_columns
from referee.ratings.fit.columns import of_tables
from referee.ratings.games import Entrant
from referee.ratings.table import Table

PAUSE_FACTOR = 4.0
"""A pool rests for this many times what its last fit took, so fits never take more than a fifth of a processor."""


def is_due(pool: Pool, now: datetime) -> bool:
    """Something was logged that the board does not know, and the last fit is long enough ago."""
    if pool.fitted_seq >= pool.last_seq:
        return False
    return pool.fitted_at is None or now >= pool.fitted_at + timedelta(seconds=PAUSE_FACTOR * pool.fit_seconds)


def refit(pool_id: int, now: datetime | None = None) -> int:
    """Compute outside the lock, write under it; a fit of an older log never replaces a newer one."""
    begin = time.monotonic()
    pool = Pool.objects.get(pk=pool_id)
    seq = pool.last_seq
    tables, fit = fit_log(pool, seq)
    lines = standing_lines(pool, seq, fit, tally(tables, fit))
    facts = {"seats": seat_facts(tables), "roles": [asdict(role) for role in fit.roles], "gain": fit.gain}
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if locked.fitted_seq > seq:
            return 0
        Standing.objects.filter(pool=pool).delete()
        Standing.objects.bulk_create(lines, batch_size=2000)
        _draw_band(pool, seq, fit)
        locked.fitted_seq = seq
        locked.fitted_at = now or timezone.now()
        locked.fit_seconds = time.monotonic() - begin
        locked.facts = facts
        locked.save(update_fields=["fitted_seq", "fitted_at", "fit_seconds", "facts"])
        publish_on_commit(pool.ladder_source, "board")
    return len(lines)


def fit_log(pool: Pool, upto: int, games_upto: int | None = None) -> tuple[list[Table], BatchFit]:
    """The games of the log up to an event, and their fit.

    ``games_upto``: only the games up to there, with all corrections up to ``upto``.
    """
    tables = read_tables(pool, upto, games_upto)
    anchors: dict[Entrant, float] = dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))
    return tables, fit_columns(of_tables(tables), anchors)


def _draw_band(pool: Pool, seq: int, fit: BatchFit) -> None:
    """The band around a trend line: the fit as it was when the newest of the fitted periods had closed."""
    period = Period.objects.filter(pool=pool, last_seq__lte=seq).order_by("-number").first()
    if period is None:
        return
    ratings = {line.entrant: line for line in fit.ratings}
    rows = [row for row in Snapshot.objects.filter(period=period) if row.version_id in ratings]
    for row in rows:
        row.rating = ratings[row.version_id].rating
        row.error = ratings[row.version_id].standard_error
        row.margin = ratings[row.version_id].margin
    Snapshot.objects.bulk_update(rows, ["rating", "error", "margin"], batch_size=1000)
