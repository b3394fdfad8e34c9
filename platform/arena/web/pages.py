"""The pages that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers

from arena.bots.roster import roster
from arena.lib.joining import CannotJoinError
from arena.ratings.leaderboard.stamp import boards_stamp
from arena.web import scripts
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
    """Of all pages."""
    return _for_ever(request, "text/css", site_stylesheet(), site_packed(), is_present=key == site_key())


def script(request: HttpRequest, name: str, key: str) -> HttpResponse:
    """What one kind of page uses, or the table of a game."""
    try:
        wanted = scripts.script(name)
    except (KeyError, CannotJoinError) as error:
        raise Http404 from error
    return _for_ever(request, "text/javascript", wanted.text, wanted.packed, is_present=key == wanted.key)


def _for_ever(request: HttpRequest, kind: str, text: str, packed: bytes, *, is_present: bool) -> HttpResponse:
    """Its address changes with its content, so that browsers may keep it. Packed once: every new visitor fetches it."""
    is_packed = bool(packed) and may_be_packed(request)
    response = HttpResponse(packed if is_packed else text, content_type=f"{kind}; charset=utf-8")
    if is_packed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    # Else a page of an earlier release asks.
    response["Cache-Control"] = "public, max-age=31536000, immutable" if is_present else "public, max-age=60"
    return response


def favicon(request: HttpRequest) -> HttpResponse:
    """For programs that ask for this address without reading the page."""
    return redirect(static("img/favicon.svg"), permanent=True)
