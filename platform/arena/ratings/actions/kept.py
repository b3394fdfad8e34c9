"""What a process remembers of the fits it made, so that the next one needs a look at the newest periods only.

Nothing depends on it: whole numbers add up and the climb ends at the same bits from any start, so a fit that remembers
and one from nothing are the same. A process that has just begun reads the whole log.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from django.db import connection

from arena.ratings.leaderboard.sums import Sums, sums_of
from arena.ratings.log.tables import read_tables
from arena.ratings.models import EventKind, Pool, RatingEvent
from referee.ratings.fit.batch import End

MOST_BYTES: Final = 192 << 20
"""Of all pools together; a million games of a thousand bots are some 50 MB."""
_PERIODS: Final = """
SELECT md5(string_agg(concat_ws('/', id, first_seq, last_seq, closed_at), ' ' ORDER BY number))
FROM ratings_period WHERE pool_id = %s AND first_seq <= %s
"""


@dataclass(frozen=True)
class Kept:
    seq: int
    periods: str | None
    """Which ones were summed: after a backup was restored, the same numbers mean other games."""
    sums: Sums
    end: End | None


_KEPT: OrderedDict[int, Kept] = OrderedDict()


def summed(pool: Pool, upto: int) -> tuple[Sums, End | None]:
    """The games of the log up to an event, and where the last fit ended if this process made it."""
    kept = _KEPT.get(pool.pk)
    if kept is not None and _still_holds(pool, kept, upto):
        more = sums_of(read_tables(pool, upto, games_after=kept.seq))
        sums = kept.sums.plus(more) if more.counts.entrants else kept.sums
        if sums is not None:
            return sums, kept.end
    return sums_of(read_tables(pool, upto)), None


def _still_holds(pool: Pool, kept: Kept, upto: int) -> bool:
    corrections = RatingEvent.objects.filter(pool=pool, kind=EventKind.REVISE, seq__gt=kept.seq, seq__lte=upto)
    return kept.seq <= upto and kept.periods == _periods(pool, kept.seq) and not corrections.exists()


def keep(pool: Pool, seq: int, sums: Sums, end: End | None) -> None:
    """Those used longest ago go first when there are too many; who finds nothing reads the log."""
    _KEPT.pop(pool.pk, None)
    if sums.size > MOST_BYTES:
        return
    _KEPT[pool.pk] = Kept(seq, _periods(pool, seq), sums, end)
    while sum(each.sums.size for each in _KEPT.values()) > MOST_BYTES:
        _KEPT.popitem(last=False)


def _periods(pool: Pool, seq: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(_PERIODS, [pool.pk, seq])
        (found,) = cursor.fetchone()
    return None if found is None else str(found)
