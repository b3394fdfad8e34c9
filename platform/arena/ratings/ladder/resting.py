"""Ladders that slow down while nobody looks and nobody waits: for an arena on somebody's own machine.

Newcomers never wait for it: placing them goes on, and an upload is a look. Only the cycles of those whose place is
known come less often.
"""

from datetime import datetime

import structlog
from django.conf import settings
from redis.exceptions import RedisError

from arena.lib import looked
from arena.ratings.ladder.rules import pause_s
from arena.ratings.models import Cycle

_log = structlog.get_logger(__name__)


def is_at_rest(last: Cycle | None, newcomers: int, now: datetime) -> bool:
    """Between two cycles: the next one may wait. Who looks ends it with the next beat."""
    if not settings.LADDERS_REST or newcomers or last is None or last.closed_at is None:
        return False
    try:
        unseen_s = looked.seconds_since()
    except RedisError as error:
        _log.warning("ladder_does_not_rest", error=str(error))
        return False
    return (now - last.closed_at).total_seconds() < pause_s(unseen_s)
