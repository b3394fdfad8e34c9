"""Rebuild everything that is derived from the log, and corrections that append to it."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from arena.matches.models import Game
from arena.ratings.actions.close_period import live_settings
from arena.ratings.fold import LiveFold, LiveTable
from arena.ratings.models import EventKind, Period, Pool, RatingEvent, Snapshot
from arena.ratings.rated_games import rated_game


@dataclass(frozen=True)
class Recomputed:
    snapshots: int
    changed: int
    """How many came out different from what was stored. 0 unless a correction was appended."""


@transaction.atomic
def recompute(pool_id: int) -> Recomputed:
    """Fold the whole log from an empty table and write the snapshots anew. The doubles come out identical."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    stored = {
        (period, version): (live, games, rating, error)
        for period, version, live, games, rating, error in Snapshot.objects.filter(period__pool=pool).values_list(
            "period", "version", "live", "games", "rating", "error"
        )
    }
    fresh: list[Snapshot] = []
    for period, table, touched in _folded(pool):
        for version in sorted(touched):
            old = stored.get((period.pk, version))
            fresh.append(
                Snapshot(
                    period=period,
                    version_id=version,
                    live=table.ratings[version],
                    games=table.games[version],
                    rating=old[2] if old else None,
                    error=old[3] if old else None,
                )
            )
    changed = len(stored.keys() ^ {(each.period_id, each.version_id) for each in fresh}) + sum(
        (each.live, each.games) != stored[each.period_id, each.version_id][:2]
        for each in fresh
        if (each.period_id, each.version_id) in stored
    )
    Snapshot.objects.filter(period__pool=pool).delete()
    Snapshot.objects.bulk_create(fresh, batch_size=2000)
    return Recomputed(len(fresh), changed)


def _folded(pool: Pool) -> list[tuple[Period, LiveTable, set[int]]]:
    """Period by period: the table after it and whom it touched. Corrections act where the game first stood."""
    latest = _latest_payloads(pool)
    fold = LiveFold(live_settings(pool))
    result = []
    for period in Period.objects.filter(pool=pool).order_by("number"):
        touched: set[int] = set()
        for event in RatingEvent.objects.filter(period=period, kind=EventKind.GAME).order_by("seq"):
            kept = latest[event.game_id]
            if kept.get("sides"):
                touched.update(int(member) for member in fold.rate(rated_game(kept)))
        result.append((period, fold.table(), touched))
    return result


def _latest_payloads(pool: Pool) -> dict[int, dict[str, Any]]:
    rows = RatingEvent.objects.filter(pool=pool).order_by("seq").values_list("game", "payload")
    return dict(rows.iterator())


@transaction.atomic
def revise(game: Game, payload: dict[str, Any] | None) -> RatingEvent | None:
    """Append a correction of a rated game and replay what came after it. None: the game was never rated.

    ``payload`` None takes the game out of the ratings; the log still tells that it was there.
    """
    newest = RatingEvent.objects.filter(game=game).order_by("-revision").first()
    if newest is None:
        return None
    pool = Pool.objects.select_for_update().get(pk=newest.pool_id)
    event = RatingEvent.objects.create(
        pool=pool,
        seq=pool.last_seq + 1,
        period=newest.period,
        kind=EventKind.REVISE,
        game=game,
        revision=newest.revision + 1,
        payload=payload or {},
    )
    pool.last_seq = event.seq
    pool.save(update_fields=["last_seq"])
    recompute(pool.pk)
    return event
