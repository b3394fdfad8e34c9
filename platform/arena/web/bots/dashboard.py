"""An author's own page: what needs a hand first, what is new since the last visit, how the bots stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from arena.accounts.models import User
from arena.accounts.visits import look_in
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Seat
from arena.matches.newest import newest_finished
from arena.matches.reading import visible_games, with_seats
from arena.news import wording
from arena.news.models import Event
from arena.news.visibility import visible_events
from arena.ratings.models import LadderEntry
from arena.web.bots.standing_lines import bot_cards
from arena.web.paging import page_of

MOST_FAULTS = 5
MOST_NEWS = 12
FIRST_VISIT = timedelta(days=7)
"""Who was never here is told of the last week."""


@dataclass(frozen=True)
class Trouble:
    """What keeps bots of the author from playing, or made them lose."""

    faults: list[Seat]
    rejected: list[BotVersion]
    suspended: list[LadderEntry]

    def __bool__(self) -> bool:
        return bool(self.faults or self.rejected or self.suspended)


@dataclass(frozen=True)
class News:
    event: Event
    title: str
    path: str


@login_required
def dashboard(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    now = timezone.now()
    away_since = look_in(user, now)
    since = away_since or now - FIRST_VISIT
    mine = Seat.objects.filter(game=OuterRef("pk"), version__bot__owner=user)
    games = with_seats(visible_games(user).filter(Exists(mine))).order_by("-id")
    open_states = [CheckState.WAITING, CheckState.CHECKING]
    bots = list(Bot.objects.filter(owner=user).select_related("active_version"))
    context = {
        "away_since": away_since,
        "trouble": _trouble(user, bots, since),
        "news": _news(user, since),
        "cards": bot_cards(bots, since),
        "open_checks": BotVersion.objects.filter(bot__owner=user, state__in=open_states).select_related("bot"),
        "page": page_of(request, games, 20),
        "usage": quotas.usage(user),
        "limit_uploads": quotas.UPLOADS_PER_DAY,
        "limit_storage": quotas.storage_bytes(),
    }
    return render(request, "bots/dashboard.html", context)


def _trouble(user: User, bots: list[Bot], since: datetime) -> Trouble:
    active = [bot.active_version_id for bot in bots if bot.active_version_id]
    faulted = newest_finished(active, MOST_FAULTS, None, faults_only=True)
    seats = Seat.objects.filter(game__in=faulted, version__in=active, game__finished_at__gt=since)
    rejected = BotVersion.objects.filter(bot__owner=user, state=CheckState.REJECTED, checked_at__gt=since)
    suspended = LadderEntry.objects.filter(version__in=active, is_suspended=True, pool__is_open=True)
    faults = seats.exclude(fault="").select_related("game", "version__bot").order_by("-game_id")
    return Trouble(
        list(faults[:MOST_FAULTS]),
        list(rejected.select_related("bot").order_by("-checked_at")[:MOST_FAULTS]),
        list(suspended.select_related("pool", "version__bot").order_by("pool__variant")),
    )


def _news(user: User, since: datetime) -> list[News]:
    """Of the own bots and of tournaments they play in."""
    events = visible_events(user).filter(bots__owner=user, created_at__gt=since).distinct().order_by("-id")
    newest = events.select_related("tournament").prefetch_related("bots")[:MOST_NEWS]
    return [News(event, wording.title(event), wording.path(event)) for event in newest]
