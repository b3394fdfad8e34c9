"""The whole refit of a large pool in a real PostgreSQL: read the columns, fit, count, rank, write the board."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from arena.embedded.services import Services
from referee.ratings.table import Form, Table

PERIOD = 1000
"""Games of a period: a cycle of some 250 pods of four."""
MORE = 3
"""Periods that are added one by one."""


def stored(bots: int, make: Callable[[int], Table], *, with_live: bool) -> None:
    """``make`` gives the games of the log for the number of the first version. Without live Elo a season of ten million
    games needs no forty million points of trend lines."""
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses, LOG_LEVEL="warning")
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
            import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

            django.setup()
            _measure(bots, make, with_live=with_live)


def _measure(bots: int, make: Callable[[int], Table], *, with_live: bool) -> None:
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
    whole = len(table.rows) - MORE * PERIOD
    _log(pool.pk, table, 0, whole)
    table = Table(table.form, table.rows[whole:].copy())  # a worker does not hold the log beside what it has read
    print(f"{bots:,} bots, {whole:,} games in PostgreSQL:", flush=True)
    if with_live:
        _timed("live Elo of all periods, none there", lambda: recompute(pool.pk))
        _timed("live Elo anew, all there", lambda: recompute(pool.pk))
    _timed("whole refit", lambda: refit(pool.pk))
    for start in range(whole, whole + MORE * PERIOD, PERIOD):
        _log(pool.pk, table, start, start + PERIOD, whole)
        _snapshots(pool.pk)
        _timed(f"refit after {PERIOD:,} more games", lambda: refit(pool.pk))
    warm = _bits(pool.pk)
    _timed("the same from nothing", lambda: refit(pool.pk, from_nothing=True))
    assert _bits(pool.pk) == warm, "a refit that began where the last one ended has other bits"
    print(f"  all {len(warm):,} lines are the same to the last bit")


def _log(pool_id: int, table: Table, start: int, end: int, first_row: int = 0) -> None:
    """Closed periods without their events: a fit reads the columns alone. ``first_row``: of the games that the table
    holds, the place of its first."""
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.lib.copying import copy_new  # noqa: PLC0415 - as above
    from arena.ratings.models import Period, PeriodTable, Pool  # noqa: PLC0415 - as above

    periods = Period.objects.bulk_create(
        Period(pool_id=pool_id, number=first // PERIOD + 1, key=f"x/{first}", first_seq=first + 1,
               last_seq=min(first + PERIOD, end), closed_at=timezone.now())
        for first in range(start, end, PERIOD)
    )  # fmt: skip
    for some in range(0, len(periods), 500):
        copy_new([
            PeriodTable(
                period=period,
                number=0,
                policy=table.form.policy,
                sizes=table.form.sizes,
                roles=table.form.roles,
                rows=table.rows[period.first_seq - 1 - first_row : period.last_seq - first_row].tobytes(),
            )
            for period in periods[some : some + 500]
        ])  # fmt: skip
    Pool.objects.filter(pk=pool_id).update(last_seq=end)


def _snapshots(pool_id: int) -> None:
    """Of the newest period, as closing it leaves them: the fit draws the bands of all who played."""
    from arena.ratings.models import Period, PeriodTable, Snapshot  # noqa: PLC0415 - as above

    period = Period.objects.filter(pool=pool_id).latest("number")
    form = Form(*PeriodTable.objects.filter(period=period).values_list("policy", "sizes", "roles")[0])
    rows = np.frombuffer(PeriodTable.objects.get(period=period).rows, dtype=form.dtype)
    played = np.unique(rows["members"]).tolist()
    Snapshot.objects.bulk_create(Snapshot(period=period, version_id=each, live=1500.0, games=1) for each in played)


def _bits(pool_id: int) -> list[tuple[object, ...]]:
    from arena.ratings.models import Standing  # noqa: PLC0415 - as above

    names = [field.attname for field in Standing._meta.concrete_fields if field.name != "id"]
    return list(Standing.objects.filter(pool=pool_id).order_by("position").values_list(*names))


def _timed(name: str, work: Callable[[], object]) -> None:
    begin, own = time.perf_counter(), time.process_time()
    work()
    spent, clock = time.process_time() - own, time.perf_counter() - begin
    print(f"  {name:<34}{spent:7.2f} s processor{clock:8.2f} s clock")
