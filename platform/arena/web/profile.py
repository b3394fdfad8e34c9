"""The page of a person: bots and how they stand, what was won, how the person plays at tables."""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.reading import finished_games_of
from arena.ratings.leaderboard.stamp import OPEN_BOARDS
from arena.tables.models import PersonRating, Table, TableKind, TableState
from arena.tables.models.rating import WANTED
from arena.tables.reading import PEOPLE
from arena.web.bots.standing_lines import bot_cards
from arena.web.kept.pages import kept_for_visitors
from arena.web.ladders.badges import badges_of
from arena.web.person import person

MAY_BE_OLD_S = 30.0
"""For visitors: games and tables end all the time."""
MOST_BADGES = 6
MOST_DAYS = 5
MOST_GAMES = 6


def _stamp() -> Hashable:
    """Of the boards and of people, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({OPEN_BOARDS}) AS boards, ({PEOPLE}) AS people")  # noqa: S608 - both are written in this project
        return cast("Hashable", cursor.fetchone())


@kept_for_visitors(lambda name: _stamp(), MAY_BE_OLD_S)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    if name != name.lower():
        return redirect("profile", name=name.lower())
    owner = get_object_or_404(User, name=name, is_active=True)
    user = person(request)
    bots = list(Bot.objects.visible_to(user).filter(owner=owner).select_related("active_version"))
    ended = Table.objects.filter(kind=TableKind.DAY, state=TableState.OVER, day__lt=timezone.now().date())
    context = {
        "owner": owner,
        "bots": bot_cards(bots),
        "badges": badges_of(bots)[:MOST_BADGES],
        "people": PersonRating.objects.filter(WANTED, user=owner),
        "days": ended.filter(sittings__user=owner).order_by("-day", "variant")[:MOST_DAYS],
        "games": finished_games_of(bots, user, MOST_GAMES),
    }
    return render(request, "web/profile.html", context)
