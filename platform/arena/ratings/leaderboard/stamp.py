"""What leaderboards were made of: the fits, and the roster with its names and privacy. One statement."""

from django.db import connection

# Of the pool's row everything but what changes between two fits.
_STATEMENT = """
SELECT (SELECT coalesce(sum(token), 0)::bigint FROM bots_rosterchange),
       (SELECT md5(string_agg((to_jsonb(pool) - 'last_seq' - 'fit_seconds')::text, ' ' ORDER BY id))
        FROM ratings_pool AS pool WHERE {which})
"""
_ONE, OPEN_BOARDS = (_STATEMENT.format(which=which) for which in ("variant = %s", "is_open"))
Stamp = tuple[int, str | None]


def board_stamp(variant: str) -> Stamp:
    """Of all seasons of one variant."""
    return _ask(_ONE, [variant])


def boards_stamp() -> Stamp:
    """Of all open boards."""
    return _ask(OPEN_BOARDS, [])


def _ask(statement: str, values: list[str]) -> Stamp:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        roster, fits = cursor.fetchone()
    return int(roster), fits
