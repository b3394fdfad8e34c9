"""Fit the pool anew and write the leaderboard's table: derived as a whole, replaced as a whole."""

import time
from dataclasses import asdict
from datetime import datetime, timedelta
from operator import attrgetter

from django.db import connection, transaction
from django.utils import timezone

from arena.lib.live.publish import publish_on_commit
from arena.ratings.actions.kept import keep, summed
from arena.ratings.leaderboard.seat_facts import seat_facts
from arena.ratings.leaderboard.standings import NewLine, standing_lines
from arena.ratings.leaderboard.sums import sums_of
from arena.ratings.leaderboard.tally import tally
from arena.ratings.log.tables import read_tables
from arena.ratings.models import Anchor, Pool, Standing
from referee.ratings.fit.batch import BatchFit, fit_columns, fit_counts
from referee.ratings.fit.columns import of_tables
from referee.ratings.games import Entrant

PAUSE_FACTOR = 4.0
"""A pool rests for this many times what its last fit took, so fits never take more than a fifth of a processor."""


_BAND = """
UPDATE ratings_snapshot AS point SET rating = line.rating, error = line.error, margin = line.margin
FROM ratings_standing AS line
WHERE line.pool_id = %(pool)s AND line.is_rated AND point.version_id = line.version_id AND point.period_id = (
    SELECT id FROM ratings_period WHERE pool_id = %(pool)s AND last_seq <= %(seq)s ORDER BY number DESC LIMIT 1
)
"""


def is_due(pool: Pool, now: datetime) -> bool:
    """Something was logged that the board does not know, and the last fit is long enough ago."""
    if pool.fitted_seq >= pool.last_seq:
        return False
    return pool.fitted_at is None or now >= pool.fitted_at + timedelta(seconds=PAUSE_FACTOR * pool.fit_seconds)


def refit(pool_id: int, now: datetime | None = None, *, from_nothing: bool = False) -> int:
    """Compute outside the lock, write under it; a fit of an older log never replaces a newer one.

    What this process knows of earlier fits makes it quicker and changes no bit; ``from_nothing`` does without.
    """
    begin = time.monotonic()
    pool = Pool.objects.get(pk=pool_id)
    seq = pool.last_seq
    sums, before = (sums_of(read_tables(pool, seq)), None) if from_nothing else summed(pool, seq)
    found = fit_counts(sums.counts, _anchors(pool), before=before)
    keep(pool, seq, sums, found.end)
    lines = standing_lines(pool, seq, found, tally(sums.figures, sums.counts, found))
    facts = {"seats": seat_facts(sums.seats), "roles": [asdict(role) for role in found.roles], "gain": found.gain}
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if locked.fitted_seq > seq:
            return 0
        _replace(pool, lines)
        _draw_band(pool, seq)
        locked.fitted_seq = seq
        locked.fitted_at = now or timezone.now()
        locked.fit_seconds = time.monotonic() - begin
        locked.facts = facts
        locked.save(update_fields=["fitted_seq", "fitted_at", "fit_seconds", "facts"])
        publish_on_commit(pool.ladder_source, "board")
    return len(lines)


def fit_log(pool: Pool, upto: int, games_upto: int | None = None) -> BatchFit:
    """A fit of the games up to an event, from nothing.

    ``games_upto``: only the games up to there, with all corrections up to ``upto``.
    """
    return fit_columns(of_tables(read_tables(pool, upto, games_upto)), _anchors(pool))


def _anchors(pool: Pool) -> dict[Entrant, float]:
    return dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))


def _draw_band(pool: Pool, seq: int) -> None:
    """The band around a trend line: the board as it was when the newest of the fitted periods had closed."""
    with connection.cursor() as cursor:
        cursor.execute(_BAND, {"pool": pool.pk, "seq": seq})


def _replace(pool: Pool, lines: list[NewLine]) -> None:
    """The board as a whole, by COPY: values that Django need not prepare one by one."""
    Standing.objects.filter(pool=pool).delete()
    table = Standing._meta
    names = [field.attname for field in table.concrete_fields if not field.primary_key]
    values = attrgetter(*names)
    columns = ", ".join(map(connection.ops.quote_name, names))
    with connection.cursor() as cursor, cursor.copy(f"COPY {table.db_table} ({columns}) FROM STDIN") as copy:
        for line in lines:
            copy.write_row(values(line))
