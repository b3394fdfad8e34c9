"""Close a period: number its games in schedule order, append them to the log, fold live Elo, take snapshots.

Whoever holds the pool's row lock writes; closing twice is a no-op, so that messages may come twice, late or never.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.models import Game, Match, Seat
from arena.ratings.fold import LiveFold, LiveSettings, LiveTable
from arena.ratings.games import Entrant
from arena.ratings.models import Anchor, EventKind, Period, Pool, RatingEvent, Snapshot
from arena.ratings.rated_games import payload, period_games, rated_game
from engines import variant


def open_pool(slug: str) -> Pool:
    """The open season of a variant. Custom options belong to the pool of their base variant's slug."""
    pool, _ = Pool.objects.get_or_create(variant=slug, is_open=True, defaults={"season": _next_season(slug)})
    return pool


def _next_season(slug: str) -> int:
    last = Pool.objects.filter(variant=slug).order_by("-season").values_list("season", flat=True).first()
    return (last or 0) + 1


def close_period(key: str, now: datetime | None = None) -> Period | None:
    """Append the period's games to the log of its pool. None: nothing of it is rated."""
    match = Match.objects.filter(period=key, is_rated=True).first()
    if match is None:
        return None
    pool_id = open_pool(match.variant).pk
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        found = Period.objects.filter(pool=pool, key=key).first()
        return found or _close(pool, key, now or timezone.now())


def _close(pool: Pool, key: str, now: datetime) -> Period:
    games = list(period_games(key))
    seats = _seats(games)
    rows = [(game, kept) for game in games if (kept := payload(game, seats[game.pk])) is not None]
    last = Period.objects.filter(pool=pool).order_by("-number").first()
    period = Period.objects.create(
        pool=pool,
        number=last.number + 1 if last else 1,
        key=key,
        first_seq=pool.last_seq + 1,
        last_seq=pool.last_seq + len(rows),
        closed_at=now,
    )
    RatingEvent.objects.bulk_create(
        [
            RatingEvent(pool=pool, seq=seq, period=period, kind=EventKind.GAME, game=game, payload=kept)
            for seq, (game, kept) in enumerate(rows, period.first_seq)
        ],
        batch_size=2000,
    )
    pool.last_seq = period.last_seq
    pool.save(update_fields=["last_seq"])
    fold = LiveFold(live_settings(pool), live_table(pool))
    touched: set[int] = set()
    for _game, kept in rows:
        touched.update(int(member) for member in fold.rate(rated_game(kept)))
    write_snapshots(period, fold.table(), touched)
    return period


def _seats(games: list[Game]) -> Mapping[int, list[Seat]]:
    found: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=found):
        found[seat.game_id].append(seat)
    return found


def write_snapshots(period: Period, table: LiveTable, touched: set[int]) -> None:
    Snapshot.objects.bulk_create(
        Snapshot(period=period, version_id=version, live=table.ratings[version], games=table.games[version])
        for version in sorted(touched)
    )


def live_table(pool: Pool) -> LiveTable:
    """Where everybody stood after the last closed period: their newest snapshots."""
    newest = Snapshot.objects.filter(period__pool=pool).order_by("version", "-period__number").distinct("version")
    rows = list(newest.values_list("version", "live", "games"))
    return LiveTable({version: live for version, live, _ in rows}, {version: games for version, _, games in rows})


def live_settings(pool: Pool) -> LiveSettings:
    """Anchors, and who descends from whom: a version starts at its bot's previous one."""
    anchors: dict[Entrant, float] = dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))
    game = variant(pool.variant).game
    parents: dict[Entrant, Entrant] = {}
    previous: dict[int, int] = {}
    rows = BotVersion.objects.filter(bot__games__contains=[game]).order_by("bot", "number").values_list("bot", "pk")
    for bot, version in rows:
        if bot in previous:
            parents[version] = previous[bot]
        previous[bot] = version
    return LiveSettings(anchors=anchors, parents=parents)
