"""The games of a log that count, read from its events one by one: what the columns are compared with."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.ratings.log.effective import corrections
from arena.ratings.log.payloads import counts
from arena.ratings.models import EventKind, Pool, RatingEvent


class Logged(NamedTuple):
    game: int
    kept: dict[str, Any]
    """The newest payload of the game."""


def effective(pool: Pool, upto: int) -> Iterator[Logged]:
    corrected = corrections(pool, upto)
    rows = RatingEvent.objects.filter(pool=pool, kind=EventKind.GAME, seq__lte=upto).order_by("seq")
    for game, kept in rows.values_list("game", "payload"):
        newest = corrected.get(game, kept)
        if counts(newest):
            yield Logged(game, newest)
