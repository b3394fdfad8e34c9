"""The log in columns: written with every closed period, read by fits. Millions of games come in a few large values."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from arena.ratings.log.effective import corrections
from arena.ratings.log.payloads import counts
from arena.ratings.models import EventKind, Period, PeriodTable, Pool, RatingEvent
from referee.ratings.table import Form, Table, joined, tables_of

_PERIODS = 200
"""Periods whose events are read at once when tables are missing."""
_STREAMED = 20
"""Tables in memory at once while results are sent."""


def store(period: Period, events: Iterable[tuple[int, int, Mapping[str, Any]]]) -> None:
    """Two who do it at once write the same: the events of a closed period never change."""
    PeriodTable.objects.bulk_create(
        [
            PeriodTable(
                period=period,
                number=number,
                policy=table.form.policy,
                sizes=table.form.sizes,
                roles=table.form.roles,
                rows=table.rows.tobytes(),
            )
            for number, table in enumerate(tables_of(events))
        ],
        ignore_conflicts=True,
    )


def store_missing(pool: Pool) -> None:
    """Tables of periods that were closed before there were tables."""
    bare = Period.objects.filter(pool=pool, tables=None, events__kind=EventKind.GAME).distinct().order_by("number")
    while periods := list(bare[:_PERIODS]):
        rows = RatingEvent.objects.filter(period__in=periods, kind=EventKind.GAME).order_by("seq")
        events: dict[int, list[tuple[int, int, Any]]] = {period.pk: [] for period in periods}
        for key, *event in rows.values_list("period", "seq", "game", "payload"):
            events[key].append((event[0], event[1], event[2]))
        for period in periods:
            store(period, events[period.pk])


def stored_periods(pool: Pool, upto: int) -> Iterator[list[Table]]:
    """The same games period by period, in the order of the log: for readers that must not hold all of them."""
    store_missing(pool)
    gone = _gone(pool, upto)
    stored = PeriodTable.objects.filter(period__pool=pool, period__first_seq__lte=upto)
    rows = stored.order_by("period__number", "number").values_list("period", "policy", "sizes", "roles", "rows")
    for _, values in groupby(rows.iterator(_STREAMED), key=lambda row: row[0]):
        tables = [_table(*value).without(gone) for _, *value in values]
        yield [table.only(table.rows["seq"] <= upto) for table in tables]


def _gone(pool: Pool, upto: int) -> list[int]:
    return [game for game, entry in corrections(pool, upto).items() if not counts(entry)]


def read_tables(pool: Pool, upto: int, games_upto: int | None = None, games_after: int = 0) -> list[Table]:
    """All games that count after event ``upto``, or those of them that were logged by ``games_upto``, or after event
    ``games_after``."""
    store_missing(pool)
    last = upto if games_upto is None else games_upto
    gone = _gone(pool, upto)
    stored = PeriodTable.objects.filter(
        period__pool=pool, period__first_seq__lte=last, period__last_seq__gt=games_after
    )
    values = stored.order_by("period__number", "number").values_list("policy", "sizes", "roles", "rows")
    tables = joined(_table(*value) for value in values.iterator(_PERIODS))
    kept = []
    for table in tables:
        left = table.without(gone)
        seqs = left.rows["seq"]
        kept.append(left.only((seqs <= last) & (seqs > games_after)))
    return [table for table in kept if len(table.rows)]


def _table(policy: str, sizes: list[int], roles: list[str], rows: bytes | memoryview) -> Table:
    form = Form(policy, tuple(sizes), tuple(roles))
    return Table(form, np.frombuffer(rows, dtype=form.dtype))
