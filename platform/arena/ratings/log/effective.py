"""Read the log of a pool: what counts, in the order of the log, with corrections standing where the game first stood.

One pass and few rows in memory: a log may hold millions of events.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.ratings.log.payloads import counts
from arena.ratings.models import EventKind, Pool, RatingEvent

_CHUNK = 5000


class Logged(NamedTuple):
    """A game that counts."""

    period: int
    game: int
    kept: dict[str, Any]
    """The newest payload of the game."""


def corrections(pool: Pool, upto: int) -> dict[int, dict[str, Any]]:
    """Newest correction of each corrected game."""
    rows = RatingEvent.objects.filter(pool=pool, kind=EventKind.REVISE, seq__lte=upto).order_by("seq")
    return dict(rows.values_list("game", "payload"))


def effective(pool: Pool, upto: int, games_upto: int | None = None) -> Iterator[Logged]:
    """All games that count after event ``upto``, or those of them that were logged by ``games_upto``."""
    corrected = corrections(pool, upto)
    last = upto if games_upto is None else games_upto
    rows = RatingEvent.objects.filter(pool=pool, kind=EventKind.GAME, seq__lte=last).order_by("seq")
    for period, game, kept in rows.values_list("period", "game", "payload").iterator(_CHUNK):
        newest = corrected.get(game, kept)
        if counts(newest):
            yield Logged(period, game, newest)
