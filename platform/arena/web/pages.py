"""The pages that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404, redirect, render

from arena.accounts.models import User
from arena.web.games import GAMES

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "web/home.html", {"games": GAMES})


def submit(request: HttpRequest) -> HttpResponse:
    return render(request, "web/submit.html")


def leaderboards(request: HttpRequest) -> HttpResponse:
    return render(request, "web/leaderboards.html")


def tournaments(request: HttpRequest) -> HttpResponse:
    return render(request, "web/tournaments.html")


def replays(request: HttpRequest) -> HttpResponse:
    return render(request, "web/replays.html")


def profile(request: HttpRequest, name: str) -> HttpResponse:
    if name != name.lower():
        return redirect("profile", name=name.lower())
    owner = get_object_or_404(User, name=name, is_active=True)
    return render(request, "web/profile.html", {"owner": owner})
