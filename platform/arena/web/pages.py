"""The pages that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404, redirect, render

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.web.front.alive import alive
from arena.web.games import GAMES
from arena.web.person import person

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "web/home.html", {"games": GAMES, "alive": alive()})


def profile(request: HttpRequest, name: str) -> HttpResponse:
    if name != name.lower():
        return redirect("profile", name=name.lower())
    owner = get_object_or_404(User, name=name, is_active=True)
    bots = Bot.objects.visible_to(person(request)).filter(owner=owner).select_related("active_version")
    return render(request, "web/profile.html", {"owner": owner, "bots": bots})
