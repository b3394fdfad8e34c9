"""Whose turn it is: who joins, and what was really spent."""

from collections.abc import Sequence

from arena.lib import prepared

# Whoever comes back begins where the others are (see QueueGroup); for who waits already that changes nothing. Here and
# above the row of a source is locked before that of its group, and several in one order: nobody waits in a circle.
_WAITING = """
WITH quick AS MATERIALIZED (SELECT CASE WHEN %(is_alone)s THEN set_config('synchronous_commit', 'off', true) END),
chosen AS MATERIALIZED (
    SELECT id, "group" FROM quick, matches_queuesource
    WHERE name = ANY(%(sources)s::text[]) AND (%(also_waiting)s OR NOT is_waiting) ORDER BY id FOR NO KEY UPDATE
),
marked AS (
    UPDATE matches_queuesource source
    SET is_waiting = true, spent_ms = greatest(source.spent_ms, (
        SELECT min(other.spent_ms) FROM matches_queuesource other
        WHERE other."group" = source."group" AND other.is_waiting AND NOT other.is_paused))
    FROM chosen WHERE source.id = chosen.id RETURNING source."group"
),
behind AS MATERIALIZED (
    SELECT turn.name, least.spent_ms FROM matches_queuegroup turn, (
        SELECT min(other.spent_ms) AS spent_ms FROM matches_queuegroup other
        WHERE EXISTS (SELECT FROM matches_queuesource source
                      WHERE source."group" = other.name AND source.is_waiting AND NOT source.is_paused)
    ) least
    WHERE turn.name IN (SELECT "group" FROM marked) AND turn.spent_ms < least.spent_ms
    ORDER BY turn.name FOR NO KEY UPDATE OF turn
)
UPDATE matches_queuegroup turn SET spent_ms = behind.spent_ms FROM behind WHERE turn.name = behind.name
"""


def mark_waiting(sources: Sequence[str], *, also_waiting: bool = True, is_alone: bool = False) -> None:
    """These sources have queued games now. Without ``also_waiting`` rows that say so already are left alone.

    ``is_alone``: in a transaction of its own, which need not wait for the disk. What a crash of the database forgets
    the reaper says again: the games themselves are queued.
    """
    prepared.rows(_WAITING, {"sources": sorted(sources), "also_waiting": also_waiting, "is_alone": is_alone})


# A mean that forgets: the weight of a new batch is its share of the last hundred games.
_LEARN = """
INSERT INTO matches_gamecost (version_id, variant, seat_ms, games)
SELECT * FROM unnest(%(versions)s::bigint[], %(variants)s::text[], %(seat_ms)s::float[], %(games)s::int[])
ORDER BY 1, 2
ON CONFLICT (version_id, variant) DO UPDATE SET
    games = least(matches_gamecost.games + excluded.games, 1000000),
    seat_ms = matches_gamecost.seat_ms + (excluded.seat_ms - matches_gamecost.seat_ms)
        * excluded.games / (excluded.games + least(matches_gamecost.games, 100))
"""
# What was really spent, where it differs from what the claim had expected. Rows are locked as by ``_WAITING``.
_CHARGE = """
WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)),
late AS (
    SELECT source.id, source."group", late.ms
    FROM quick, unnest(%(sources)s::text[], %(late_ms)s::bigint[]) AS late(name, ms), matches_queuesource source
    WHERE source.name = late.name ORDER BY source.id FOR NO KEY UPDATE OF source
),
charged AS (UPDATE matches_queuesource source SET spent_ms = spent_ms + late.ms FROM late WHERE source.id = late.id),
total AS MATERIALIZED (
    SELECT turn.name, sums.ms
    FROM matches_queuegroup turn, (SELECT "group", sum(ms) AS ms FROM late GROUP BY "group") sums
    WHERE turn.name = sums."group" ORDER BY turn.name FOR NO KEY UPDATE OF turn
)
UPDATE matches_queuegroup turn SET spent_ms = turn.spent_ms + total.ms FROM total WHERE turn.name = total.name
"""


def charge(late_ms: dict[str, int]) -> None:
    prepared.rows(_CHARGE, {"sources": list(late_ms), "late_ms": list(late_ms.values())})


def learn(costs: Sequence[tuple[int, str, float, int]]) -> None:
    """Of (version, variant): usual milliseconds of a seat, and in how many games."""
    versions, variants, seat_ms, games = zip(*costs, strict=True)
    prepared.rows(
        _LEARN,
        {"versions": list(versions), "variants": list(variants), "seat_ms": list(seat_ms), "games": list(games)},
    )
