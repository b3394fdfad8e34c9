"""Put events on the list, once, together with whom they go to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from arena.news.fan_out import fan_out
from arena.news.models import Audience, Event, Kind


@dataclass(frozen=True)
class Found:
    """Something that happened, as whoever looked for it found it."""

    key: str
    kind: Kind
    data: dict[str, Any] = field(default_factory=dict)
    bots: tuple[int, ...] = ()
    tournament: int | None = None
    announcement: int | None = None
    audience: Audience = Audience.PUBLIC


@transaction.atomic
def record(found: Sequence[Found], now: datetime) -> list[Event]:
    """Those that are new, in the order given. The same transaction says who hears of them: none is forgotten."""
    known = set(Event.objects.filter(key__in=[each.key for each in found]).values_list("key", flat=True))
    new = [each for each in _once(found) if each.key not in known]
    if not new:
        return []
    rows = [
        Event(
            key=each.key, kind=each.kind, audience=each.audience, tournament_id=each.tournament,
            announcement_id=each.announcement, data=each.data, created_at=now,
        )
        for each in new
    ]  # fmt: skip
    # Two who look at the same time: the second waits here for the first, and finds nothing left to add.
    Event.objects.bulk_create(rows, ignore_conflicts=True)
    made = {event.key: event for event in Event.objects.filter(key__in=[each.key for each in new], created_at=now)}
    links = [
        Event.bots.through(event_id=made[each.key].pk, bot_id=bot)
        for each in new
        if each.key in made
        for bot in dict.fromkeys(each.bots)
    ]
    Event.bots.through.objects.bulk_create(links, ignore_conflicts=True)
    events = [made[each.key] for each in new if each.key in made]
    fan_out(events, now)
    return events


def _once(found: Iterable[Found]) -> Iterable[Found]:
    return {each.key: each for each in found}.values()
