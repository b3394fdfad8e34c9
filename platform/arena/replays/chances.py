"""Winning chances of stored replays as compressed JSON, kept for a day.

Named by the replay's hash and by who judged: another estimator's answer is another thing. Chances use hidden cards, so
who may have them is decided before anybody looks here (``access.is_open``). Those from public knowledge use none.
"""

from __future__ import annotations

import gzip

import orjson
from django.core.cache import cache
from django.utils.translation import gettext as _

from arena.matches import replay_store
from arena.matches.models import StoredReplay
from arena.replays.perspective import Perspective
from bots.house.rollouts import judge_of
from bots.house.values import fitted_judge
from engines import variant as find_variant
from engines.errors import EngineError
from referee.analysis.line import FORMAT, as_json, line_of, rounded
from referee.analysis.public_line import public_line
from referee.analysis.seat_line import seat_line
from referee.replay import Replay

KEEP_S = 24 * 3600
"""As long as frames (``arena.replays.store``): whoever watches a game looks at both."""


class ChancesError(ValueError):
    """They cannot be computed, with a sentence for the visitor."""


def has_values(variant: str) -> bool:
    """Games played on instead would keep a web server busy for seconds at every visitor's word."""
    return fitted_judge(variant) is not None


def name_of(stored: StoredReplay, variant: str, reading: Perspective) -> str:
    """Names this answer among all others: a cache key, and the ETag."""
    return f"chances-{FORMAT}-{judge_of(variant).version}-{stored.content_hash}-{reading}"


def packed_chances(stored: StoredReplay, variant: str, reading: Perspective) -> bytes:
    """Gzip. Raises ``ChancesError``."""
    key = name_of(stored, variant, reading)
    packed = cache.get(key)
    if isinstance(packed, bytes):
        return packed
    packed = computed(replay_store.load(stored), reading)
    cache.set(key, packed, KEEP_S)
    return packed


def _public(replay: Replay) -> dict[str, object]:
    last_loses = find_variant(replay.variant).rank_policy.value == "last-loses"
    return {"format": FORMAT, "last_loses": last_loses, "chances": [rounded(row) for row in public_line(replay)]}


def computed(replay: Replay, reading: Perspective) -> bytes:
    """Gzip. Raises ``ChancesError``."""
    try:
        if reading.shows_all:
            told = as_json(line_of(replay))
        elif reading.is_public:
            told = _public(replay)
        else:
            told = {"format": FORMAT, "chances": [rounded(row) for row in seat_line(replay, reading.seat)]}
    except EngineError as error:
        raise ChancesError(_("The chances of this game cannot be computed: %(reason)s") % {"reason": error}) from error
    return gzip.compress(orjson.dumps(told), mtime=0)
