"""Mistakes in a finished game: asking for them, and how far the search is."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arena.matches.models import Game
from arena.matches.reading import visible_games
from arena.replays.access import is_open
from arena.replays.analysing import AnalysisError, ask, found, waiting_before
from arena.replays.models import Analysis, AnalysisState
from arena.web.person import person
from arena.web.replays.action_names import names_at


@require_safe
def mistakes(request: HttpRequest, pk: int) -> HttpResponse:
    """For the list below the replay, which asks again while the work goes on."""
    game = _open_game(request, pk)
    analysis = found(game.replay, game.variant) if game.replay else None
    response = JsonResponse(told(analysis, game))
    response["Cache-Control"] = "private, no-cache"
    return response


@login_required
@require_POST
def analyse(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked for by script, which wants JSON, or by the plain form."""
    game = _open_game(request, pk)
    try:
        analysis = ask(game, person(request))
    except AnalysisError as error:
        if "application/json" in request.headers.get("Accept", ""):
            return JsonResponse({"error": str(error)}, status=409)
        messages.error(request, str(error))
        return redirect("watching:watch", pk)
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse(told(analysis, game))
    return redirect("watching:watch", pk)


def told(analysis: Analysis | None, game: Game) -> dict[str, Any]:
    """State, progress, and the mistakes once they are known."""
    if analysis is None:
        return {"state": "none"}
    if analysis.state == AnalysisState.DONE:
        return {"state": analysis.state, "mistakes": _in_words(analysis.mistakes or [], game)}
    if analysis.state == AnalysisState.FAILED:
        return {"state": analysis.state, "error": _("The analysis failed on our side. Ask for it again.")}
    return {
        "state": analysis.state,
        "done": analysis.done,
        "total": analysis.total,
        "before": waiting_before(analysis),
    }


def _in_words(mistakes: list[dict[str, Any]], game: Game) -> list[dict[str, Any]]:
    if game.replay is None:
        return mistakes
    stored = {each["step"]: (each["played_name"], each["better_name"]) for each in mistakes}
    said = names_at(game.replay, stored)
    return [{**each, "played_name": said[each["step"]][0], "better_name": said[each["step"]][1]} for each in mistakes]


def _open_game(request: HttpRequest, pk: int) -> Game:
    """What a seat should have played tells its cards: nothing of it before the block is finished."""
    game = get_object_or_404(visible_games(person(request)).select_related("block__match", "replay"), pk=pk)
    if not is_open(game):
        raise Http404
    return game
