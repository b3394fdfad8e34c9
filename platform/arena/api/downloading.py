"""Long files from the API: few at once, and a problem that says when to come again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arena.api.problems import ProblemError
from arena.lib.streaming import RETRY_AFTER_S, TooManyDownloadsError


@contextmanager
def few_at_once() -> Iterator[None]:
    try:
        yield
    except TooManyDownloadsError:
        raise ProblemError(
            "busy", "You or others are downloading just now.", headers={"Retry-After": str(RETRY_AFTER_S)}
        ) from None
