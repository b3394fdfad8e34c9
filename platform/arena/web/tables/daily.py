"""The deal of the day: today's, and the boards of the days before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from arena.tables import limits
from arena.tables.actions.daily import deals_of, own_try, play_day
from arena.tables.board import boards, finished, is_closed
from arena.tables.errors import TableError
from arena.tables.models import DayDeal, Table
from arena.tables.visitor import Visitor
from arena.web.games import GameIntroduction, introduction
from arena.web.tables.visiting import newcomer, remember, visitor
from engines.registry import game as game_named


@dataclass(frozen=True)
class Offer:
    """Today's deal of one game."""

    game: GameIntroduction
    variant: str
    commitment: str
    own: Table | None
    finished: int
    """How many have played it to its end."""


@never_cache
@require_GET
def today(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    who = visitor(request)
    context = {
        "day": now.date(),
        "ends": limits.end_of(now.date()),
        "offers": [_offer(dealt, who) for dealt in deals_of(now.date())],
        "yesterday": now.date() - timedelta(days=1),
    }
    return render(request, "tables/day.html", context)


def _offer(dealt: DayDeal, who: Visitor) -> Offer:
    return Offer(
        introduction(game_named(dealt.game)),
        dealt.variant,
        dealt.commitment,
        own_try(who, dealt),
        finished(dealt).count(),
    )


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Again leads to the same table: there is one try."""
    who = newcomer(request)
    try:
        table = play_day(who, request.POST.get("game", ""), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
        return redirect("tables:day")
    return remember(redirect(table), who)


@require_GET
def board(request: HttpRequest, day: str) -> HttpResponse:
    """What everybody made of it. Of today there is none yet."""
    asked = _date(day)
    if asked is None:
        raise Http404
    if not is_closed(asked, timezone.now()):
        return redirect("tables:day")
    context = {
        "day": asked,
        "boards": boards(asked, visitor(request)),
        "before": asked - timedelta(days=1),
        "after": asked + timedelta(days=1),
        "has_after": is_closed(asked + timedelta(days=1), timezone.now()),
    }
    return render(request, "tables/board.html", context)


def _date(text: str) -> date | None:
    """Not the first or last days that a calendar knows: a day before them and after them is asked for."""
    try:
        found = parse_date(text)
    except ValueError:
        return None
    return found if found is not None and 2000 <= found.year < 9999 else None
