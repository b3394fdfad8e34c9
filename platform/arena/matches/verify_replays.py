"""Re-play a random sample of stored replays: proof that what we show is what was played."""

import random
from datetime import datetime

import structlog
from django.db.models import Max, Min
from django.utils import timezone

from arena.matches import replay_store
from arena.matches.models import Game, StoredReplay
from engines.registry import is_known
from referee.verify import verify

SAMPLE = 20
"""Every five minutes, so 240 an hour: a fault of ours that spoils one replay in a hundred is seen within the hour nine
times out of ten."""
_log = structlog.get_logger(__name__)


def verify_sample(count: int = SAMPLE, now: datetime | None = None) -> int:
    """Half those never looked at, half by chance. Returns how many did not come out as recorded."""
    never = StoredReplay.objects.filter(verified_at=None).order_by("id")[: count // 2]
    chance = _by_chance(count - count // 2)
    return sum(not verify_stored(stored, now) for stored in {row.pk: row for row in [*never, *chance]}.values())


def _by_chance(count: int) -> list[StoredReplay]:
    """From places of the list drawn by chance: to sort all of them would read millions of rows every five minutes."""
    ends = StoredReplay.objects.aggregate(first=Min("id"), last=Max("id"))
    if ends["first"] is None:
        return []
    places = [random.randint(ends["first"], ends["last"]) for _ in range(count)]  # noqa: S311 - a sample, no secret
    drawn = [StoredReplay.objects.filter(pk__gte=place).order_by("pk").first() for place in places]
    return [row for row in drawn if row is not None]


def verify_stored(stored: StoredReplay, now: datetime | None = None) -> bool:
    variants = Game.objects.filter(replay=stored).values_list("variant", flat=True).distinct()
    if not all(is_known(variant) for variant in variants):
        return True  # its game was removed: nothing is known against the replay, and nothing is written
    mismatch = _mismatch(stored)
    stored.verified_at = now or timezone.now()
    stored.mismatch = mismatch
    stored.save(update_fields=["verified_at", "mismatch"])
    if mismatch:
        _log.error("replay_mismatch", replay=stored.content_hash, mismatch=mismatch)
    return not mismatch


def _mismatch(stored: StoredReplay) -> str:
    """What is wrong with a replay or with the results that were stored from it; empty if nothing is."""
    try:
        replay = replay_store.load(stored)
        verdict = verify(replay)
    except (OSError, ValueError) as error:
        return f"The replay cannot be played again: {error}"
    if not verdict.is_true:
        return "; ".join(verdict.differences)
    for game in Game.objects.filter(replay=stored):
        if game.transcript_hash != replay.transcript_hash or game.ranks != list(replay.ranks):
            return f"Game {game.pk} was recorded with another result than its replay gives."
    return ""
