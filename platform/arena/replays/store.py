"""Frames of stored replays as compressed JSON, kept for a day.

A replay never changes and is named by its content, so a key never has to be thrown away; the perspective is part of the
key. Whether a visitor may have it is decided before anybody looks here.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping

import orjson
from django.core.cache import cache

from arena.matches import replay_store
from arena.matches.models import StoredReplay
from arena.replays.frames import FORMAT, frames
from arena.replays.perspective import Perspective

KEEP_S = 24 * 3600
"""Frames are computed in a moment when somebody comes back later; a cache full of old ones pushes out what is looked at
today."""
_LEVEL = 6
"""What zlib itself takes for the best bargain; 9 takes several times as long for one or two per cent."""


def name_of(stored: StoredReplay, perspective: Perspective) -> str:
    """Names these frames among all others: a cache key, and the ETag of the answer."""
    return f"frames-{FORMAT}-{stored.content_hash}-{perspective}"


def packed_frames(stored: StoredReplay, perspective: Perspective) -> bytes:
    """Gzip. Raises ``FramesError``."""
    key = name_of(stored, perspective)
    packed = cache.get(key)
    if isinstance(packed, bytes):
        return packed
    packed = gzip.compress(orjson.dumps(frames(replay_store.load(stored), perspective)), _LEVEL, mtime=0)
    cache.set(key, packed, KEEP_S)
    return packed


def name_of_open(replays: Mapping[int, StoredReplay]) -> str:
    """Of several games with open cards, by their numbers."""
    names = [f"{game}-{name_of(stored, Perspective.everything())}" for game, stored in replays.items()]
    return f"frames-of-{hashlib.sha256(' '.join(names).encode()).hexdigest()[:32]}"


def packed_open_frames(replays: Mapping[int, StoredReplay]) -> bytes:
    """An object with the frames of each game under its number. Raises ``FramesError``.

    Not put together of what is packed already: browsers read only the first of several gzip members.
    """
    key = name_of_open(replays)
    packed = cache.get(key)
    if isinstance(packed, bytes):
        return packed
    open_cards = Perspective.everything()
    parts = [b'"%d":%b' % (game, gzip.decompress(packed_frames(one, open_cards))) for game, one in replays.items()]
    packed = gzip.compress(b"{%b}" % b",".join(parts), _LEVEL, mtime=0)
    cache.set(key, packed, KEEP_S)
    return packed
