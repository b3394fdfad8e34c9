"""Live Elo as the database keeps it: where versions stand, where they start, and the snapshots of closed periods."""

from collections.abc import Collection, Iterable

from django.db import connection

from arena.bots.models import BotVersion
from arena.ratings.models import Anchor, CarriedLive, Period, Pool, Snapshot
from referee.ratings.elo.fold import LiveSettings, LiveTable
from referee.ratings.games import Entrant

_ALL = 2**31 - 1
"""The greatest number of an event that its column holds: up to here is all there is."""
# Periods of a pool are numbered and written under its lock, so keys ascend with numbers, and by keys there is an index
# for each version. Joined by numbers the server walks over all periods for a version that has played in none of them.
_NEWEST = """
WITH first AS (SELECT id FROM ratings_period WHERE pool_id = %(pool)s ORDER BY number LIMIT 1),
    last AS (
        SELECT id FROM ratings_period WHERE pool_id = %(pool)s AND last_seq <= %(upto)s ORDER BY number DESC LIMIT 1
    )
SELECT version.id, newest.live, newest.games
FROM unnest(%(versions)s::bigint[]) AS version (id) CROSS JOIN LATERAL (
    SELECT point.live, point.games FROM ratings_snapshot AS point
    WHERE point.version_id = version.id
        AND point.period_id BETWEEN (SELECT id FROM first) AND (SELECT id FROM last)
        AND (SELECT pool_id FROM ratings_period WHERE id = point.period_id) = %(pool)s
    ORDER BY point.period_id DESC LIMIT 1
) AS newest
"""


def live_table(pool: Pool, versions: Iterable[int], upto: int | None = None) -> LiveTable:
    """Where versions stood after the last period (or the last one that was closed by event ``upto``)."""
    with connection.cursor() as cursor:
        known: dict[str, int | list[int]] = {
            "pool": pool.pk,
            "upto": _ALL if upto is None else upto,
            "versions": sorted(set(versions)),
        }
        cursor.execute(_NEWEST, known)
        rows = cursor.fetchall()
    return LiveTable({version: live for version, live, _ in rows}, {version: games for version, _, games in rows})


def live_settings(pool: Pool, versions: Iterable[int]) -> LiveSettings:
    """Anchors, and who descends from whom among the bots of these versions: one starts at its bot's previous one.

    Nothing that an owner can change comes in, or rebuilding the log would not give the same numbers.
    """
    anchors: dict[Entrant, float] = dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))
    bots = BotVersion.objects.filter(pk__in=set(versions)).values("bot")
    rows = BotVersion.objects.filter(bot__in=bots).order_by("bot", "number").values_list("bot", "pk")
    parents: dict[Entrant, Entrant] = {}
    previous: dict[int, int] = {}
    for bot, version in rows:
        if bot in previous:
            parents[version] = previous[bot]
        previous[bot] = version
    starts: dict[Entrant, float] = dict(CarriedLive.objects.filter(pool=pool).values_list("version", "live"))
    return LiveSettings(anchors=anchors, parents=parents, starts=starts)


def last_lives(pool: Pool) -> dict[int, float]:
    """Where every version of the pool stood in the end."""
    rows = Snapshot.objects.filter(period__pool=pool).order_by("version", "-period__number").distinct("version")
    return dict(rows.values_list("version", "live"))


def family(settings: LiveSettings, versions: Collection[int]) -> set[int]:
    """The versions and all that they descend from: where a newcomer starts depends on those too."""
    members: set[int] = set()
    for version in versions:
        line: Entrant | None = version
        while line is not None and line not in members:
            members.add(int(line))
            line = settings.parents.get(line)
    return members


def snapshots(period: Period, table: LiveTable) -> list[Snapshot]:
    """One for each version in the table, in the order of versions."""
    return [
        Snapshot(period=period, version_id=int(version), live=table.ratings[version], games=table.games[version])
        for version in sorted(table.ratings, key=int)
    ]
