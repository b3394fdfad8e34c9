"""What goes after a while: practice as a whole, and the lines of attempts that only say that all went well.

Rated games and tournaments stay for good, and so do faults, void attempts and their causes.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F

from arena.lib.clock import database_now
from arena.matches.actions.pack import retire_unpacked
from arena.matches.models import Match, MatchKind, MatchState, ReplayFile

_MATCHES = 100
"""Of one transaction: at most some thousand games, so no lock is held for long."""
_ATTEMPTS = 5000
"""Rows of one statement, as in ``expire``."""

# In the order of their foreign keys; Django's own cascade would read every row first.
_DELETE = """
WITH games AS MATERIALIZED (
    SELECT game.id, game.replay_id FROM matches_game game JOIN matches_block block ON block.id = game.block_id
    WHERE block.match_id = ANY(%(matches)s)
), seats AS (DELETE FROM matches_seat WHERE game_id IN (SELECT id FROM games)),
attempts AS (DELETE FROM matches_attempt WHERE game_id IN (SELECT id FROM games)),
played AS (DELETE FROM matches_game WHERE id IN (SELECT id FROM games)),
blocks AS (DELETE FROM matches_block WHERE match_id = ANY(%(matches)s)),
entrants AS (DELETE FROM matches_entrant WHERE match_id = ANY(%(matches)s)),
matches AS (DELETE FROM matches_match WHERE id = ANY(%(matches)s)),
replays AS (
    DELETE FROM matches_storedreplay WHERE id IN (SELECT replay_id FROM games)
      AND NOT EXISTS (SELECT 1 FROM matches_game other
                      WHERE other.replay_id = matches_storedreplay.id AND other.id NOT IN (SELECT id FROM games))
    RETURNING file, place
)
SELECT file, place IS NOT NULL FROM replays
"""

# The place of an attempt in time is that of its index; older results of games that are long done.
_THIN = """
DELETE FROM matches_attempt WHERE id IN (
    SELECT id FROM matches_attempt WHERE outcome = 'result' AND started_at < %(until)s
    ORDER BY started_at DESC LIMIT %(most)s FOR UPDATE SKIP LOCKED
)
"""


def delete_old_practice(now: datetime | None = None) -> int:
    """Practice matches that are over for longer than ``ARENA_KEEP_PRACTICE_DAYS``, with games and replays. Returns how
    many."""
    if not settings.KEEP_PRACTICE_DAYS:
        return 0
    now = now or database_now()
    until = now - timedelta(days=settings.KEEP_PRACTICE_DAYS)
    old = Match.objects.filter(kind=MatchKind.PRACTICE, created_at__lt=until).exclude(state=MatchState.RUNNING)
    count = 0
    while matches := list(old.order_by("id").values_list("pk", flat=True)[:_MATCHES]):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_DELETE, {"matches": matches})
            _forget(cursor.fetchall(), now)
        count += len(matches)
    return count


def thin_attempts(now: datetime | None = None) -> int:
    """Attempts that brought a result, older than ``ARENA_KEEP_ATTEMPTS_DAYS``. Returns how many."""
    if not settings.KEEP_ATTEMPTS_DAYS:
        return 0
    until = (now or database_now()) - timedelta(days=settings.KEEP_ATTEMPTS_DAYS)
    count = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_THIN, {"until": until, "most": _ATTEMPTS})
            deleted = int(cursor.rowcount)
        count += deleted
        if deleted < _ATTEMPTS:
            return count


def _forget(replays: Sequence[tuple[str, bool]], now: datetime) -> None:
    """Their files go when nothing in them is left."""
    retire_unpacked(sorted({file for file, is_packed in replays if not is_packed}), now)
    for file, count in Counter(file for file, is_packed in replays if is_packed).items():
        ReplayFile.objects.filter(name=file).update(live=F("live") - count)
    empty = ReplayFile.objects.filter(live=0, retired_at=None)
    empty.filter(name__in={file for file, _ in replays}).update(retired_at=now)
