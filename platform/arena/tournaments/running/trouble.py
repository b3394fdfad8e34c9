"""When ``advance`` fails: the organiser and staff read why, and it is tried again, with growing pauses."""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.db.models import F

from arena.lib.stored_words import filled
from arena.tournaments.models import Tournament
from arena.tournaments.planning.errors import TournamentError
from engines.words import mark

FIRST_PAUSE = timedelta(seconds=30)
"""As often as beat comes by anyway: a fault that heals by itself costs no more than a lost message."""
LONGEST_PAUSE = timedelta(hours=1)
"""As for a stuck game: what was broken may have been mended without anybody thinking of this tournament."""
_LONGEST_REASON = 1000
"""For a sentence on a page; the traceback is in the log."""
log = logging.getLogger(__name__)


def pause_after(failures: int) -> timedelta:
    """Twice as long after every failure, up to an hour.

    >>> [int(pause_after(failures).total_seconds()) for failures in (1, 2, 3, 20)]
    [30, 60, 120, 3600]
    """
    doublings: int = 2 ** min(failures - 1, 10)
    return min(LONGEST_PAUSE, FIRST_PAUSE * doublings)


def is_waiting(tournament_id: int, now: datetime) -> bool:
    return Tournament.objects.filter(pk=tournament_id, try_again_at__gt=now).exists()


def note(tournament_id: int, reason: Exception, now: datetime) -> None:
    """After the transaction that failed was rolled back."""
    log.error("tournament %s cannot go on", tournament_id, exc_info=reason)
    try:
        rows = Tournament.objects.filter(pk=tournament_id)
        failures = (rows.values_list("trouble_count", flat=True).first() or 0) + 1
        rows.update(
            trouble=_sentence(reason)[:_LONGEST_REASON],
            trouble_count=F("trouble_count") + 1,
            try_again_at=now + pause_after(failures),
        )
    except DatabaseError:
        # The database is what failed: nothing can be shown there, and beat comes by again.
        log.exception("the trouble of tournament %s could not be written down", tournament_id)


def is_over(tournament: Tournament) -> None:
    """Under the lock, after it went on."""
    if tournament.trouble or tournament.trouble_count:
        tournament.trouble, tournament.trouble_count, tournament.try_again_at = "", 0, None
        tournament.save(update_fields=["trouble", "trouble_count", "try_again_at"])


def _sentence(reason: Exception) -> str:
    """What cannot be planned says so itself; what went wrong inside is named, for who reads the logs."""
    if isinstance(reason, TournamentError):
        return str(reason)
    text = mark("The arena failed here ({kind}: {reason}). Staff finds the details in the logs.")
    return filled(text, kind=type(reason).__name__, reason=reason)
