"""Tell the viewers of a channel. Costs one call to Redis, and next to nothing while nobody looks."""

from __future__ import annotations

from collections.abc import Sequence
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
# One call for any number of channels: of the hundreds that a batch of games touches, hardly one has a viewer.
_TELL = """
local heard = 0
for place = 1, #KEYS, 2 do
    if redis.call('EXISTS', KEYS[place + 1]) == 1 then
        local told = ARGV[2 + (place + 1) / 2]
        local id = redis.call('XADD', KEYS[place], 'MAXLEN', '~', ARGV[1], '*', 'told', told)
        redis.call('EXPIRE', KEYS[place], ARGV[2])
        redis.call('PUBLISH', KEYS[place], id .. ' ' .. told)
        heard = heard + 1
    end
end
return heard
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
    return _tell([channel], [orjson.dumps({"kind": kind, **(data or {})})])


def _tell(channels: Sequence[str], messages: Sequence[bytes]) -> bool:
    keys = [key for channel in channels for key in (stream_key(channel), mark_key(channel))]
    try:
        heard = _script()(keys=keys, args=[KEPT_MESSAGES, KEEP_S, *messages], client=client())
    except RedisError as error:
        _log.warning("live_not_told", channels=len(channels), error=str(error))
        return False
    return bool(heard)


def publish_on_commit(channel: str, kind: str, data: dict[str, Any] | None = None) -> None:
    """After the commit: who asks the database at once must find what was told."""
    transaction.on_commit(lambda: publish(channel, kind, data), robust=True)


def publish_all_on_commit(news: Sequence[tuple[str, str]]) -> None:
    """The same for many channels, each with its kind of news, in one call."""
    if news:
        messages = [orjson.dumps({"kind": kind}) for _, kind in news]
        transaction.on_commit(lambda: _tell([channel for channel, _ in news], messages), robust=True)


def is_watched(channel: str) -> bool:
    try:
        return bool(client().exists(mark_key(channel)))
    except RedisError:
        return False
