"""Close a period: number its games in schedule order, append them to the log, fold live Elo, take snapshots.

Whoever holds the pool's row lock writes; closing twice is a no-op, so that messages may come twice, late or never.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.matches.models import Game, Match, MatchState, Seat
from arena.ratings.log.lives import family, live_settings, live_table, snapshots
from arena.ratings.log.payloads import payload, period_games, rated_game
from arena.ratings.log.tables import store
from arena.ratings.models import DuePeriod, EventKind, Period, Pool, RatingEvent, Snapshot
from referee.ratings.elo.fold import LiveFold

Row = tuple[Game, dict[str, Any]]


def open_pool(slug: str) -> Pool:
    """The open season of a variant."""
    first = {"season": _next_season(slug), "began_at": timezone.now()}
    pool, _ = Pool.objects.get_or_create(variant=slug, is_open=True, defaults=first)
    return pool


def _next_season(slug: str) -> int:
    last = Pool.objects.filter(variant=slug).order_by("-season").values_list("season", flat=True).first()
    return (last or 0) + 1


def announce(key: str, now: datetime | None = None) -> None:
    """Remember that a period is complete, in the caller's transaction. It stays due until it is closed."""
    if not Period.objects.filter(key=key).exists():
        DuePeriod.objects.bulk_create([DuePeriod(key=key, announced_at=now or timezone.now())], ignore_conflicts=True)


def close_period(key: str, now: datetime | None = None) -> Period | None:
    """Append the period's games to the log of its variant's open season.

    None: nothing of it is rated, or one of its matches is still being played; then it stays due.
    """
    match = Match.objects.filter(period=key, is_rated=True).first()
    if match is None:
        DuePeriod.objects.filter(key=key).delete()
        return None
    pool_id = open_pool(match.variant).pk
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        # Messages overtake each other, and live ratings depend on the order: what was complete before goes first.
        for earlier in _due_before(pool, key):
            _close_due(pool, earlier, now or timezone.now())
        return _close_due(pool, key, now or timezone.now())


def _close_due(pool: Pool, key: str, now: datetime) -> Period | None:
    period = close_in(pool, key, now)
    if period is not None:
        DuePeriod.objects.filter(key=key).delete()
    return period


def _due_before(pool: Pool, key: str) -> list[str]:
    own = DuePeriod.objects.filter(key=key).first()
    if own is None:
        return []
    rated = Match.objects.filter(variant=pool.variant, is_rated=True).values("period")
    return list(DuePeriod.objects.filter(pk__lt=own.pk, key__in=rated).order_by("pk").values_list("key", flat=True))


def close_in(pool: Pool, key: str, now: datetime) -> Period | None:
    """The same for a pool whose row the caller has locked."""
    if period := Period.objects.filter(key=key).first():
        return period
    matches = Match.objects.filter(period=key, is_rated=True)
    if not matches.exists() or matches.filter(state=MatchState.RUNNING).exists():
        return None
    return _close(pool, key, now)


def _close(pool: Pool, key: str, now: datetime) -> Period:
    rows = _rows(pool, key)
    last = Period.objects.filter(pool=pool).order_by("-number").first()
    period = Period.objects.create(
        pool=pool,
        number=last.number + 1 if last else 1,
        key=key,
        first_seq=pool.last_seq + 1,
        last_seq=pool.last_seq + len(rows),
        closed_at=now,
        role_offsets={role["role"]: role["offset"] for role in pool.facts.get("roles", [])},
    )
    RatingEvent.objects.bulk_create(
        [
            RatingEvent(pool=pool, seq=seq, period=period, kind=EventKind.GAME, game=game, payload=entry)
            for seq, (game, entry) in enumerate(rows, period.first_seq)
        ],
        batch_size=2000,
    )
    store(period, ((seq, game.pk, entry) for seq, (game, entry) in enumerate(rows, period.first_seq)))
    pool.last_seq = period.last_seq
    pool.save(update_fields=["last_seq"])
    _fold(pool, period, rows)
    return period


def _rows(pool: Pool, key: str) -> list[Row]:
    games = list(period_games(key, pool.variant))
    seats = _seats(games)
    return [(game, entry) for game in games if (entry := payload(game, seats[game.pk])) is not None]


def _seats(games: list[Game]) -> Mapping[int, list[Seat]]:
    seats_of: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats_of).defer("evidence", "clock"):
        seats_of[seat.game_id].append(seat)
    return seats_of


def _fold(pool: Pool, period: Period, rows: list[Row]) -> None:
    touched = {int(member) for _, entry in rows for side in entry["sides"] for member in side}
    settings = live_settings(pool, touched)
    fold = LiveFold(settings, live_table(pool, family(settings, touched)))
    fold.set_role_offsets(period.role_offsets)
    for _, entry in rows:
        fold.rate(rated_game(entry))
    Snapshot.objects.bulk_create(snapshots(period, fold.part(touched)), batch_size=2000)
