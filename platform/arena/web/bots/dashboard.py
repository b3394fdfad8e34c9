"""An author's own page: bots, open checks, recent games, what is left of the quotas."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Seat
from arena.matches.reading import visible_games, with_seats
from arena.web.paging import page_of


@login_required
def dashboard(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    mine = Seat.objects.filter(game=OuterRef("pk"), version__bot__owner=user)
    games = with_seats(visible_games(user).filter(Exists(mine))).order_by("-id")
    open_states = [CheckState.WAITING, CheckState.CHECKING]
    context = {
        "bots": Bot.objects.filter(owner=user).select_related("active_version"),
        "open_checks": BotVersion.objects.filter(bot__owner=user, state__in=open_states).select_related("bot"),
        "page": page_of(request, games, 20),
        "usage": quotas.usage(user),
        "limit_uploads": quotas.UPLOADS_PER_DAY,
        "limit_storage": quotas.storage_bytes(),
    }
    return render(request, "bots/dashboard.html", context)
