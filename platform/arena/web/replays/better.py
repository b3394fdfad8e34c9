"""A mistake's better action on the table: the same game to that decision, then played out by the house."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from arena.matches.models import Game
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import is_open, perspectives
from arena.replays.better import Better, better_at, packed_frames
from arena.replays.frames import FramesError
from arena.replays.perspective import Perspective
from arena.web.person import person
from arena.web.replays.action_names import names_at
from arena.web.replays.answers import packed_answer
from arena.web.replays.ending import table_title
from arena.web.replays.views import Choice, label_of
from engines import variant


@require_GET
def page(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    game, better = _found(request, pk, step)
    allowed = perspectives(game, person(request))
    played, instead = names_at(better.replay, {step: (better.played_name, better.name)})[step]
    context = {
        "game": game,
        "better": better,
        "played": played,
        "instead": instead,
        "seat": next(seat for seat in game.seats.all() if seat.seat == better.seat),
        "percent": 100 * better.loss,
        "variant": variant(game.variant),
        "title": table_title(game),
        "choices": [Choice(str(perspective), label_of(perspective, game)) for perspective in allowed],
        "chosen": str(allowed[0]),
        "frames_url": reverse("watching:better_frames", args=[pk, step]),
        "text_url": f"{reverse('watching:text', args=[pk])}?step={step}",
    }
    return render(request, "replays/better.html", context)


@require_safe
def frames(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    game, better = _found(request, pk, step)
    wanted = Perspective.parse(request.GET.get("as", "all"))
    if wanted is None or wanted not in perspectives(game, person(request)):
        return JsonResponse({"error": _("Ask for ?as=public, ?as=all or ?as= the number of a seat.")}, status=400)
    try:
        return packed_answer(request, better.key(wanted), lambda: packed_frames(better, wanted))
    except FramesError as error:
        return JsonResponse({"error": str(error)}, status=410)


def _found(request: HttpRequest, pk: int, step: int) -> tuple[Game, Better]:
    """As the mistakes themselves: nothing before the block is finished."""
    games = with_seats(visible_games(person(request))).select_related("block__match", "replay")
    game = get_object_or_404(games, pk=pk)
    better = better_at(game, step) if is_open(game) else None
    if better is None:
        raise Http404
    return game, better
