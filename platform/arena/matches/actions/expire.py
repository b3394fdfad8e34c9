"""What bots wrote and were asked is kept for a while: for their owners, who look at it within days or never."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from arena.lib import prepared
from arena.lib.clock import database_now

_WINDOW = timedelta(days=3)
"""Beat asks every hour, so what it has not emptied yet is no older than this; what lies before is not read again."""
_MOST = 5000
"""Rows of one statement: below a second, so that no result waits for its row."""

# Results, clocks, faults and their sentences stay for good, and so do replays.
_EXPIRE = """
WITH old AS (
    SELECT seat.id FROM matches_game game JOIN matches_seat seat ON seat.game_id = game.id
    WHERE game.state = 'done' AND game.finished_at < %(until)s AND game.finished_at >= %(since)s
      AND seat.evidence <> '{}'::jsonb
    LIMIT %(most)s FOR NO KEY UPDATE OF seat SKIP LOCKED
)
UPDATE matches_seat seat SET evidence = '{}' FROM old WHERE seat.id = old.id RETURNING seat.id
"""


def expire_evidence(now: datetime | None = None, *, is_backlog: bool = False) -> int:
    """Empty logs and evidence of games that are older than ``ARENA_KEEP_EVIDENCE_DAYS``. Returns of how many seats."""
    if not settings.KEEP_EVIDENCE_DAYS:
        return 0
    until = (now or database_now()) - timedelta(days=settings.KEEP_EVIDENCE_DAYS)
    since = "-infinity" if is_backlog else until - _WINDOW
    count = 0
    while True:
        with transaction.atomic():
            emptied = len(prepared.rows(_EXPIRE, {"until": until, "since": since, "most": _MOST}))
        count += emptied
        if emptied < _MOST:
            return count
