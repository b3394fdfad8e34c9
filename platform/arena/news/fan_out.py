"""Who hears of an event: letters for those who want mail, deliveries for webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from arena.bots.models import Bot
from arena.news.models import Audience, Delivery, Event, Kind, Letter, MailChoice, Topic, Webhook, WebhookAbout
from arena.tournaments.models import Entrant

OF_THE_ARENA = (Kind.REGISTRATION_OPENED, Kind.TOURNAMENT_FINISHED)
"""What people want to hear of who have nothing to do with it yet."""
OF_ONE_BOT = (Kind.MATCH_DECIDED, Kind.RULING, Kind.MISSED_CHECK_IN)
"""Of a tournament with many matches: for the owners of the bots in them."""


@dataclass(frozen=True)
class Concerned:
    """Users by why an event concerns them."""

    by_topic: dict[Topic, set[int]]

    @property
    def anybody(self) -> set[int]:
        return self.by_topic[Topic.OWN_BOTS] | self.by_topic[Topic.ENTERED] | self.by_topic[Topic.ORGANISED]


def fan_out(events: Sequence[Event], now: datetime) -> None:
    for event in events:
        concerned = concerned_by(event)
        Letter.objects.bulk_create(
            (Letter(user_id=user, event=event) for user in sorted(_readers(event, concerned))), ignore_conflicts=True
        )
        Delivery.objects.bulk_create(
            (Delivery(webhook=webhook, event=event, next_try_at=now) for webhook in _webhooks(event, concerned)),
            ignore_conflicts=True,
        )


def concerned_by(event: Event) -> Concerned:
    owners = set(Bot.objects.filter(pk__in=event.bots.values("pk")).exclude(owner=None).values_list("owner", flat=True))
    users: dict[Topic, set[int]] = {topic: set() for topic in Topic}
    if event.tournament_id is None or event.tournament is None:
        users[Topic.OWN_BOTS] = owners
        return Concerned(users)
    entered = Entrant.objects.filter(tournament=event.tournament_id).exclude(owner=None)
    users[Topic.ENTERED] = owners if event.kind in OF_ONE_BOT else set(entered.values_list("owner", flat=True))
    users[Topic.ORGANISED] = {event.tournament.owner_id} if event.tournament.owner_id else set()
    return Concerned(users)


def _readers(event: Event, concerned: Concerned) -> set[int]:
    wanted = Q(pk__in=[])
    for topic, users in concerned.by_topic.items():
        if users:
            wanted |= Q(topics__contains=[topic], user__in=users)
    if event.kind in OF_THE_ARENA and event.audience == Audience.PUBLIC:
        wanted |= Q(topics__contains=[Topic.ARENA])
    return set(MailChoice.objects.filter(wanted, user__is_active=True).values_list("user", flat=True))


def _webhooks(event: Event, concerned: Concerned) -> list[Webhook]:
    about = Q(about=WebhookAbout.MINE, owner__in=concerned.anybody)
    if event.audience == Audience.PUBLIC:
        about |= Q(about=WebhookAbout.ARENA)
    if event.tournament_id is not None:
        about |= Q(about=WebhookAbout.TOURNAMENT, tournament=event.tournament_id)
    wanted = Q(kinds=[]) | Q(kinds__contains=[event.kind])
    return list(Webhook.objects.filter(about & wanted, is_active=True, owner__is_active=True))
