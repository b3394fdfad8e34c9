"""The table that the front page shows while it moves: the strongest one being played, else of those just finished."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from arena.bots.roster import roster
from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.web.front.alive import KEEP_S, alive, ratings_of, table_of
from arena.web.front.games import strength
from arena.web.front.kept import kept
from arena.web.replays.ending import table_title
from arena.web.scripts import table_address
from engines import variant
from engines.registry import is_known

LOOKED_AT = 30
"""Of the newest games, and the one with the strongest table is shown: more, and it would always be the same bots."""
MOST_DECISIONS = 600
"""Of a finished game: longer ones are too much for a picture beside a headline."""


@require_GET
def alive_part(request: HttpRequest) -> HttpResponse:
    """The lists of the front page as they are now."""
    return render(request, "front/alive.html", {"alive": alive(roster())})


@require_GET
def featured(request: HttpRequest) -> HttpResponse:
    """``?ended=1``: for whom the live one told nothing."""
    is_over = bool(request.GET.get("ended"))
    return JsonResponse(kept(f"featured-2-{is_over:d}-{roster()}", KEEP_S, lambda: find(is_over=is_over)))


def find(*, is_over: bool = False) -> dict[str, object]:
    """What the script needs to show it; nothing while nothing is played."""
    shown = visible_games(None)
    playing = with_seats(shown.filter(state=GameState.LEASED)).order_by("-started_at")[:LOOKED_AT]
    ended = with_seats(shown.filter(state=GameState.DONE, replay__isnull=False, decision_count__lte=MOST_DECISIONS))
    finished = ended.order_by("-finished_at")[:LOOKED_AT]
    for games in [finished] if is_over else [playing, finished]:
        known = [game for game in games if is_known(game.variant)]
        if known:
            ratings = ratings_of(known)
            return _told(max(known, key=lambda game: strength(table_of(game, ratings).players)))
    return {}


def _told(game: Game) -> dict[str, object]:
    played = variant(game.variant)
    is_live = game.state == GameState.LEASED
    return {
        "game": game.pk,
        "kind": played.game,
        "title": table_title(game),
        "variant": played.title,
        "href": reverse("watching:watch", args=[game.pk]),
        "script": table_address(played.game),
        "live": reverse("live:game", args=[game.pk]) if is_live else "",
        "frames": "" if is_live else f"{reverse('watching:frames', args=[game.pk])}?as=public",
        "head": {
            "seats": [{"name": seat.version.bot.name, "version": ""} for seat in game.seats.all()],
            "sides": [list(side) for side in played.sides],
        },
    }
