"""Tell the viewers of a channel. Costs one call to Redis, and next to nothing while nobody looks."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
import structlog
from django.db import transaction
from redis.commands.core import Script
from redis.exceptions import RedisError

from arena.lib.live import KEEP_S, KEPT_MESSAGES
from arena.lib.redis_client import client, key

_log = structlog.get_logger(__name__)

# One step, so that numbers and order of arrival agree: a listener may drop what is not newer than the last it had.
_TELL = """
if redis.call('EXISTS', KEYS[2]) == 0 then return false end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'told', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[1], id .. ' ' .. ARGV[1])
return id
"""


def stream_key(channel: str) -> str:
    """Of the kept messages; also the name under which new ones are announced."""
    return key("live", channel)


def mark_key(channel: str) -> str:
    """Exists while somebody looks, or looked a moment ago."""
    return key("live", channel, "watched")


@cache
def _script() -> Script:
    return client().register_script(_TELL)


def publish(channel: str, kind: str, data: dict[str, Any] | None = None) -> bool:
    """Tell those who look. False: nobody does, or Redis is away; neither is the caller's concern.

    Only what everybody may know goes in here: whoever may see the page hears it.
    """
    told = orjson.dumps({"kind": kind, **(data or {})})
    try:
        heard = _script()(keys=[stream_key(channel), mark_key(channel)], args=[told, KEPT_MESSAGES, KEEP_S])
    except RedisError as error:
        _log.warning("live_not_told", channel=channel, error=str(error))
        return False
    return heard is not None


def publish_on_commit(channel: str, kind: str, data: dict[str, Any] | None = None) -> None:
    """After the commit: who asks the database at once must find what was told."""
    transaction.on_commit(lambda: publish(channel, kind, data), robust=True)


def is_watched(channel: str) -> bool:
    try:
        return bool(client().exists(mark_key(channel)))
    except RedisError:
        return False
