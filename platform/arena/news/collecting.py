"""Look for news. Safe to run twice, late, or never: every event has a natural key."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import override

from arena.news.bot_news import bot_news
from arena.news.models import Event, Seen
from arena.news.ranks import rank_news
from arena.news.recording import record
from arena.news.tournament_news import fingerprint, tournament_news
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.models.tournament import STARTED

log = logging.getLogger(__name__)
LOOK_BACK = timedelta(days=30)
"""Tournaments that ended longer ago are not looked at any more."""


def collect(now: datetime | None = None) -> int:
    """Returns how many events are new."""
    now = now or timezone.now()
    count = len(record(list(bot_news(now)), now))
    count += len(record(list(rank_news(now)), now))
    for tournament in _watched(now):
        try:
            count += len(collect_tournament(tournament, now))
        except Exception:  # one broken tournament must not silence the others; the next beat tries it again
            log.exception("the news of tournament %s were not collected", tournament.pk)
    return count


def collect_tournament(tournament: Tournament, now: datetime) -> list[Event]:
    looks = fingerprint(tournament)
    if Seen.objects.filter(tournament=tournament, fingerprint=looks).exists():
        return []
    with override(settings.LANGUAGE_CODE):  # what a round is called is stored with the news, and said later
        happenings = tournament_news(tournament)
    events = record(happenings, now)
    # After the events: whoever dies in between looks again.
    Seen.objects.update_or_create(tournament=tournament, defaults={"fingerprint": looks})
    return events


def _watched(now: datetime) -> list[Tournament]:
    recent = Q(audit__created_at__gt=now - LOOK_BACK)
    shown = Tournament.objects.exclude(state=TournamentState.DRAFT)
    return list(shown.filter(Q(state__in=STARTED) | recent).distinct().order_by("pk"))
