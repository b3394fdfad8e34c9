"""The number that changes with every change of a bot, a version, a name, a role or somebody's privacy.

What was made from the database may be shown again as long as the number is the same: it is part of every key under
which pages are kept. Read it before the rows: then what is kept is never older than its key.
"""

from django.db import connection


def roster() -> int:
    """Of the last committed change, or of this transaction's own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(sum(token), 0)::bigint FROM bots_rosterchange")
        return int(cursor.fetchone()[0])
