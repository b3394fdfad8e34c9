"""Winning chances of a game, for the chart below the replay and beside the live table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arena.matches.reading import visible_games
from arena.replays.access import has_frames, is_open
from arena.replays.chances import ChancesError, has_values, name_of, packed_chances
from arena.replays.live_chances import latest
from arena.replays.perspective import Perspective
from arena.web.person import person
from arena.web.replays.answers import packed_answer
from engines import variant


@require_safe
def chances(request: HttpRequest, pk: int) -> HttpResponse:
    """``?as=all``: with all cards; ``?as=1``: from what a seat knew. Only when the block is finished: both use hidden
    cards, and others may still have the same deal before them. ``?as=public``: from what everybody sees, at any time;
    of a game that is being played, the present chances."""
    game = get_object_or_404(visible_games(person(request)).select_related("block__match", "replay"), pk=pk)
    reading = Perspective.parse(request.GET.get("as", "all"))
    if reading is None or reading.seat >= variant(game.variant).seats:
        return JsonResponse({"error": _("Ask for ?as=public, ?as=all or ?as= the number of a seat.")}, status=400)
    if reading.is_public and not game.is_final:
        told = latest(game.pk, game.variant)
        return JsonResponse(told or {"chances": None}, headers={"Cache-Control": "private, no-store"})
    replay = game.replay
    if replay is None or not (has_frames(game) if reading.is_public else is_open(game)):
        sentence = _("Winning chances are shown when all games of the block are over: they use hidden cards.")
        return JsonResponse({"error": sentence}, status=403)
    slug = game.variant
    if not has_values(slug):
        sentence = _(
            "No values are fitted for this variant. `arena analyse` plays games on instead, on your own machine."
        )
        return JsonResponse({"error": sentence}, status=404)
    try:
        return packed_answer(request, name_of(replay, slug, reading), lambda: packed_chances(replay, slug, reading))
    except ChancesError as error:
        return JsonResponse({"error": str(error)}, status=410)
