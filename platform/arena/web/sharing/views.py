"""Pictures for links that are shared, oEmbed and the sitemap: everything as a stranger may see it.

Pictures are drawn one at a time in a process, kept with its pages and dropped with them. Few wait for their turn, and
everybody else is asked to come back: who asks for very many must not hold the threads that make pages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from arena.bots.models import Bot
from arena.bots.roster import roster
from arena.lib.kept import store
from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.ratings.leaderboard.stamp import board_stamp, boards_stamp
from arena.replays.frames import FramesError
from arena.tournaments.reading import visible_tournaments
from arena.web.ladders.views import pool_of
from arena.web.replays.ending import table_title
from arena.web.sharing import drawing
from arena.web.sharing.cards import absolute
from engines import variants
from engines.registry import games as declared_games

KEEP_S = 600
"""For browsers and for what a stamp does not know of."""
WAIT_S = 5.0
"""For the picture that somebody else is having drawn."""
MOST_WAITING = 2
"""Threads that may be drawing or wait to draw, of the ten that make pages (``ARENA_WEB_THREADS``)."""
EMBED = (720, 620)
"""As the viewer's own code to embed says it."""
MOST_BOTS = 10_000
"""And as many tournaments: a sitemap may name 50,000 addresses."""
_waiting = threading.BoundedSemaphore(MOST_WAITING)
_drawing = threading.BoundedSemaphore(1)


def _picture(key: tuple[Hashable, ...], draw: Callable[[], bytes], kind: str = "image/png") -> HttpResponse:
    """In the language of who asks: what stands in between learns that it depends on the cookie too."""
    key = ("picture", get_language(), *key)
    packed: bytes | None = store().get(key) or _drawn(key, draw)
    if packed is None:
        return HttpResponse(status=503, headers={"Retry-After": "5"})
    headers = {"Cache-Control": f"public, max-age={KEEP_S}", "Vary": "Cookie"}
    return HttpResponse(packed, content_type=kind, headers=headers)


def _drawn(key: tuple[Hashable, ...], draw: Callable[[], bytes]) -> bytes | None:
    """None: others are before it."""
    if not _waiting.acquire(blocking=False):
        return None
    try:
        if not _drawing.acquire(timeout=WAIT_S):
            return None
        try:
            return store().get_or_make(key, draw, len, KEEP_S)
        finally:
            _drawing.release()
    except FramesError:
        raise Http404 from None
    finally:
        _waiting.release()


@require_GET
def arena(request: HttpRequest) -> HttpResponse:
    return _picture(("arena",), drawing.arena)


@require_GET
def game(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _game(pk)
    return _picture(("game", pk, shown.transcript_hash, roster()), lambda: drawing.game(shown))


@require_GET
def moving_game(request: HttpRequest, pk: int) -> HttpResponse:
    """The last decisions as a moving picture, for places that show no frames of other sites."""
    shown = _game(pk)
    key = ("moving", pk, shown.transcript_hash, roster())
    return _picture(key, lambda: drawing.moving_game(shown), "image/webp")


@require_GET
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Bot.objects.visible_to(None).select_related("owner"), slug=slug)
    return _picture(("bot", slug, boards_stamp()), lambda: drawing.bot(shown))


@require_GET
def board(request: HttpRequest, slug: str) -> HttpResponse:
    played, pool = pool_of(slug, "")
    return _picture(("board", slug, board_stamp(slug)), lambda: drawing.board(played, pool))


@require_GET
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(visible_tournaments(None), slug=slug)
    return _picture(("tournament", slug, shown.state, roster()), lambda: drawing.tournament(shown))


def _game(pk: int) -> Game:
    played = with_seats(visible_games(None)).filter(state=GameState.DONE, replay__isnull=False)
    return get_object_or_404(played.select_related("replay"), pk=pk)


@require_GET
def oembed(request: HttpRequest) -> HttpResponse:
    """https://oembed.com: how another site shows a replay that somebody linked to."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only format=json is offered.", status=501, content_type="text/plain")
    try:
        address = urlsplit(request.GET.get("url", ""))
        match = resolve(address.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    if match.view_name != "watching:watch" or absolute("") != f"{address.scheme}://{address.netloc}":
        raise Http404
    shown = _game(match.kwargs["pk"])
    width, height = (_at_most(request, name, most) for name, most in zip(("width", "height"), EMBED, strict=True))
    framed = f"{absolute(reverse('watching:watch', args=[shown.pk]))}?embed=1"
    html = f'<iframe src="{framed}" width="{width}" height="{height}" title="Karma Arena" allow="fullscreen"></iframe>'
    thumbnail = {"thumbnail_width": 1200, "thumbnail_height": 630}
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Karma Arena",
            "provider_url": absolute("/"),
            "title": table_title(shown),
            "html": html,
            "width": width,
            "height": height,
            "thumbnail_url": absolute(reverse("sharing:game", args=[shown.pk])),
            **thumbnail,
        },
        headers={"Access-Control-Allow-Origin": "*"},
    )


def _at_most(request: HttpRequest, name: str, most: int) -> int:
    wanted = request.GET.get(f"max{name}", "")
    return min(most, int(wanted)) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else most


@require_GET
def sitemap(request: HttpRequest) -> HttpResponse:
    """Pages that last: games come and go by the thousand, and are found from these."""
    listed = store().get_or_make(("sitemap", roster()), _listed, len, KEEP_S)
    return HttpResponse(listed, content_type="application/xml")


def _listed() -> bytes:
    names = ("home", "leaderboards", "tournaments", "replays", "bots:list", "submit")
    paths = [reverse(name) for name in names]
    paths += [reverse("front:game", args=[declared.name]) for declared in declared_games()]
    paths += [reverse("ladders:leaderboard", args=[played.slug]) for played in variants()]
    paths += [shown.get_absolute_url() for shown in visible_tournaments(None).order_by("-pk")[:MOST_BOTS]]
    bots = Bot.objects.visible_to(None).filter(is_retired=False, active_version__isnull=False)
    paths += [shown.get_absolute_url() for shown in bots.order_by("pk")[:MOST_BOTS]]
    return render_to_string("sharing/sitemap.xml", {"addresses": [absolute(path) for path in paths]}).encode()


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    context = {"sitemap": f"{settings.SITE_URL}{reverse('sharing:sitemap')}"}
    return render(request, "robots.txt", context, content_type="text/plain")
