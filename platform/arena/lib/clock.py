"""The one clock by which leases and deadlines are told: the database server's.

A worker whose own clock is wrong by an hour would otherwise take leases that nobody can take back for an hour, or that
are over before they begin.
"""

from datetime import datetime

from arena.lib import prepared


def database_now() -> datetime:
    moment: datetime = prepared.rows("SELECT clock_timestamp()", {})[0][0]
    return moment
