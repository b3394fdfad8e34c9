"""The pages that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from arena.bots.roster import roster
from arena.ratings.leaderboard.stamp import boards_stamp
from arena.web.compress import may_be_packed
from arena.web.front.alive import KEEP_S, alive
from arena.web.front.block import shown_block
from arena.web.games import introductions
from arena.web.kept.pages import kept_for_visitors
from arena.web.stylesheet import site_key, site_packed, site_stylesheet

if TYPE_CHECKING:
    from django.http import HttpRequest


@kept_for_visitors(boards_stamp, KEEP_S)
def home(request: HttpRequest) -> HttpResponse:
    known = roster()
    context = {"games": introductions(), "alive": alive(known), "shown_block": shown_block(known)}
    return render(request, "web/home.html", context)


def stylesheet(request: HttpRequest, key: str) -> HttpResponse:
    """Of all pages. Its address changes with its content, so that browsers may keep it."""
    is_packed = may_be_packed(request)
    response = HttpResponse(site_packed() if is_packed else site_stylesheet(), content_type="text/css; charset=utf-8")
    if is_packed:
        response["Content-Encoding"] = "gzip"
    is_present = key == site_key()  # else a page of an earlier release asks
    response["Cache-Control"] = "public, max-age=31536000, immutable" if is_present else "public, max-age=60"
    return response


def favicon(request: HttpRequest) -> HttpResponse:
    """For programs that ask for this address without reading the page."""
    return redirect(static("img/favicon.svg"), permanent=True)
