"""Queries that took long, one line each in the log: with the id of the request or task they belong to, which every line
carries (see ``arena.lib.logs``). Without their values: those may be secrets, and a query is known by its text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from django.conf import settings
from django.db.backends.signals import connection_created

_log = structlog.get_logger("arena.query")
_MOST = 2000
"""Of the text: long lists of columns say less than the rest."""


def install() -> None:
    """For every connection that this process opens."""
    if settings.SLOW_QUERY_MS:
        connection_created.connect(_watch, dispatch_uid="slow queries")


@contextmanager
def timed(statement: str) -> Iterator[None]:
    begin = time.perf_counter()
    try:
        yield
    finally:
        taken_ms = 1000 * (time.perf_counter() - begin)
        if settings.SLOW_QUERY_MS and taken_ms > settings.SLOW_QUERY_MS:
            _log.warning("slow_query", duration_ms=round(taken_ms, 1), sql=" ".join(statement.split())[:_MOST])


def _watch(connection: Any, **_kwargs: Any) -> None:
    if _run not in connection.execute_wrappers:
        connection.execute_wrappers.append(_run)


def _run(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    with timed(str(sql)):
        return execute(sql, params, many, context)
