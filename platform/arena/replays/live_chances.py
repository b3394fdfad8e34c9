"""Winning chances of a game that is being played, from the last public view that its viewers were sent."""

from __future__ import annotations

from typing import Any

import orjson
from django.core.cache import cache
from redis.exceptions import RedisError

from arena.lib.live.publish import stream_key
from arena.lib.redis_client import client
from bots.house.values import fitted_judge
from engines import variant
from engines.errors import EngineError
from referee.analysis.line import rounded
from referee.analysis.public_line import chances_of_view

Json = dict[str, Any]
KEEP_S = 60
"""One computation for all viewers; the next frame comes in a quarter of a second."""
_NEWEST = 5
"""Messages that are looked through for a frame."""


def latest(game_id: int, slug: str) -> Json | None:
    """Chances after so many actions; None before the first frame, and for a variant without values."""
    judge = fitted_judge(slug)
    frame = _last_frame(game_id)
    if judge is None or frame is None:
        return None
    key = f"live-chances-{judge.version}-{game_id}-{frame['at']}"
    told: Json | None = cache.get(key)
    if told is None:
        try:
            chances = rounded(chances_of_view(slug, frame["view"], judge))
        except EngineError:
            return None  # another version of the rules is being deployed
        told = {"at": frame["at"], "chances": chances, "last_loses": variant(slug).rank_policy.value == "last-loses"}
        cache.set(key, told, KEEP_S)
    return told


def _last_frame(game_id: int) -> Json | None:
    try:
        rows: Any = client().xrevrange(stream_key(f"game:{game_id}"), count=_NEWEST)
    except RedisError:
        return None
    messages = (orjson.loads(fields["told"]) for _id, fields in rows)
    return next((message for message in messages if message["kind"] == "frame"), None)
