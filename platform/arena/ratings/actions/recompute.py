"""Rebuild the trend lines from the log."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction

from arena.matches.models import Seat
from arena.ratings.elo.fold import LiveFold, LiveTable
from arena.ratings.log.effective import Logged, effective
from arena.ratings.log.lives import live_settings, snapshots
from arena.ratings.log.payloads import rated_game
from arena.ratings.models import EventKind, Period, Pool, RatingEvent, Snapshot

_Key = tuple[int, int]


@dataclass(frozen=True)
class Recomputed:
    snapshots: int
    changed: int
    """How many came out different from what was stored. 0 unless a correction was appended."""


@transaction.atomic
def recompute(pool_id: int) -> Recomputed:
    """Fold the whole log from an empty table and write the snapshots anew. The doubles come out identical."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    stored = {(each.period_id, each.version_id): each for each in Snapshot.objects.filter(period__pool=pool)}
    fresh = {(each.period_id, each.version_id): each for each in _folded(pool)}
    changed = {key for key in stored.keys() | fresh.keys() if not _same(stored.get(key), fresh.get(key))}
    _keep_bands(pool, stored, fresh, changed)
    Snapshot.objects.filter(period__pool=pool).delete()
    Snapshot.objects.bulk_create(fresh.values(), batch_size=2000)
    return Recomputed(len(fresh), len(changed))


def _same(one: Snapshot | None, other: Snapshot | None) -> bool:
    return one is not None and other is not None and (one.live, one.games) == (other.live, other.games)


def _keep_bands(pool: Pool, stored: dict[_Key, Snapshot], fresh: dict[_Key, Snapshot], changed: set[_Key]) -> None:
    """Bands are fits of that time. From the first period that came out differently on they would be false."""
    numbers = dict(Period.objects.filter(pool=pool).values_list("pk", "number"))
    first = min((numbers[period] for period, _ in changed), default=None)
    for key, each in fresh.items():
        if key in stored and (first is None or numbers[key[0]] < first):
            band = stored[key]
            each.rating, each.error, each.margin = band.rating, band.error, band.margin


def _folded(pool: Pool) -> Iterator[Snapshot]:
    """Period by period, whom it touched. Corrections act where the game first stood."""
    rated = RatingEvent.objects.filter(pool=pool, kind=EventKind.GAME).values("game")
    versions = Seat.objects.filter(game__in=rated).values_list("version", flat=True).distinct()
    fold = LiveFold(live_settings(pool, set(versions)))
    periods = Period.objects.filter(pool=pool).in_bulk()
    for period, games in groupby(effective(pool, pool.last_seq), key=lambda each: each.period):
        fold.set_role_offsets(periods[period].role_offsets)
        yield from snapshots(periods[period], _rate(fold, games))


def _rate(fold: LiveFold, games: Iterator[Logged]) -> LiveTable:
    touched: set[int] = set()
    for each in games:
        touched.update(int(member) for member in fold.rate(rated_game(each.kept)))
    return fold.part(touched)
