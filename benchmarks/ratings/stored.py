"""The whole refit of a large pool in a real PostgreSQL: read the columns, fit, count, rank, write the board."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arena.embedded.services import Services
from referee.ratings.table import Table

PERIOD = 1000
"""Games of a period: a cycle of some 250 pods of four."""


def stored(bots: int, make: Callable[[int], Table]) -> None:
    """``make`` gives the games of the log for the number of the first version."""
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses, LOG_LEVEL="warning")
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
            import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

            django.setup()
            _measure(bots, make)


def _measure(bots: int, make: Callable[[int], Table]) -> None:
    from django.core.management import call_command  # noqa: PLC0415 - as above

    from arena.ratings.actions.close_period import open_pool  # noqa: PLC0415 - as above
    from arena.ratings.actions.recompute import recompute  # noqa: PLC0415 - as above
    from arena.ratings.actions.refit import refit  # noqa: PLC0415 - as above
    from arena.ratings.models import Anchor  # noqa: PLC0415 - as above
    from benchmarks.leaderboard.fill import versions_of  # noqa: PLC0415 - as above

    call_command("migrate", verbosity=0)
    versions = versions_of(bots, "karma")
    pool = open_pool("karma-4")
    for version in versions[:: max(1, bots // 3)]:
        Anchor.objects.create(pool=pool, version=version, rating=1500.0)
    table = make(versions[0].pk)
    whole = len(table.rows) - PERIOD
    _log(pool.pk, table, 0, whole)
    print(f"{bots:,} bots, {whole:,} games in PostgreSQL:")
    _timed("live Elo of all periods anew", lambda: recompute(pool.pk))
    _timed("whole refit", lambda: refit(pool.pk))
    _log(pool.pk, table, whole, len(table.rows))
    _timed(f"refit after {PERIOD:,} more games", lambda: refit(pool.pk))


def _log(pool_id: int, table: Table, start: int, end: int) -> None:
    """Closed periods without their events: a fit reads the columns alone."""
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.ratings.models import Period, PeriodTable, Pool  # noqa: PLC0415 - as above

    periods = Period.objects.bulk_create(
        Period(pool_id=pool_id, number=first // PERIOD + 1, key=f"x/{first}", first_seq=first + 1,
               last_seq=min(first + PERIOD, end), closed_at=timezone.now())
        for first in range(start, end, PERIOD)
    )  # fmt: skip
    PeriodTable.objects.bulk_create(
        PeriodTable(
            period=period,
            number=0,
            policy=table.form.policy,
            sizes=table.form.sizes,
            roles=table.form.roles,
            rows=table.rows[period.first_seq - 1 : period.last_seq].tobytes(),
        )
        for period in periods
    )
    Pool.objects.filter(pk=pool_id).update(last_seq=end)


def _timed(name: str, work: Callable[[], object]) -> None:
    begin, own = time.perf_counter(), time.process_time()
    work()
    spent, clock = time.process_time() - own, time.perf_counter() - begin
    print(f"  {name:<34}{spent:7.2f} s processor{clock:8.2f} s clock")
