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
class Happening:
    """Something that happened, as whoever looked for it describes it."""

    key: str
    kind: Kind
    data: dict[str, Any] = field(default_factory=dict)
    bots: tuple[int, ...] = ()
    tournament: int | None = None
    announcement: int | None = None
    audience: Audience = Audience.PUBLIC


@transaction.atomic
def record(happenings: Sequence[Happening], now: datetime) -> list[Event]:
    """Those that are new, in the order given. The same transaction says who hears of them: none is forgotten."""
    known = set(Event.objects.filter(key__in=[happening.key for happening in happenings]).values_list("key", flat=True))
    new = [happening for happening in _once(happenings) if happening.key not in known]
    if not new:
        return []
    rows = [
        Event(
            key=happening.key, kind=happening.kind, audience=happening.audience, tournament_id=happening.tournament,
            announcement_id=happening.announcement, data=happening.data, created_at=now,
        )
        for happening in new
    ]  # fmt: skip
    # Two who look at the same time: the second waits here for the first, and finds nothing left to add.
    Event.objects.bulk_create(rows, ignore_conflicts=True)
    made = {
        event.key: event for event in Event.objects.filter(key__in=[happening.key for happening in new], created_at=now)
    }
    links = [
        Event.bots.through(event_id=made[happening.key].pk, bot_id=bot)
        for happening in new
        if happening.key in made
        for bot in dict.fromkeys(happening.bots)
    ]
    Event.bots.through.objects.bulk_create(links, ignore_conflicts=True)
    events = [made[happening.key] for happening in new if happening.key in made]
    fan_out(events, now)
    return events


def _once(happenings: Iterable[Happening]) -> Iterable[Happening]:
    return {happening.key: happening for happening in happenings}.values()
