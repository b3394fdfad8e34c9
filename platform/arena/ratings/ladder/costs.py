"""What a game costs each version, learned from its last games."""

from collections.abc import Collection

from django.db import connection

LAST_GAMES = 8
"""So few: what counts is whether a bot takes milliseconds or seconds, and a new version is known after one block."""

# Per version the newest seats by their index; the planner would otherwise sort all its games.
_NEWEST = """
SELECT versions.id, avg((seats.clock ->> 'total_ms')::float8 + coalesce((seats.clock ->> 'start_ms')::float8, 0))
FROM unnest(%s::bigint[]) AS versions (id)
CROSS JOIN LATERAL (
    SELECT seat.clock
    FROM matches_seat seat JOIN matches_game game ON game.id = seat.game_id
    WHERE seat.version_id = versions.id AND game.variant = %s AND game.state = 'done' AND seat.clock ? 'total_ms'
    ORDER BY seat.game_id DESC LIMIT %s
) AS seats
GROUP BY versions.id
"""


def seconds_a_game(variant: str, versions: Collection[int]) -> dict[int, float]:
    """Own time of each version in a game of the variant. Left out: versions that have not played it."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [sorted(versions), variant, LAST_GAMES])
        return {version: milliseconds / 1000.0 for version, milliseconds in cursor.fetchall()}
