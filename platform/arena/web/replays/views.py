"""The replay viewer: a page, its frames, and the same game as text."""

from __future__ import annotations

import json
from dataclasses import dataclass

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET, require_safe

from arena.bots.roster import roster
from arena.lib.alphabet import reader_language
from arena.matches import replay_store
from arena.matches.models import Game, StoredReplay
from arena.matches.reading import visible_games, with_seats
from arena.replays import store
from arena.replays.access import has_frames, is_open, perspectives, seats_with_logs
from arena.replays.analysing import is_judged
from arena.replays.chances import has_values
from arena.replays.conversations import conversation_of
from arena.replays.frames import FramesError, text_at
from arena.replays.logs import log_by_decision
from arena.replays.looking import note_block, note_logs
from arena.replays.perspective import Perspective
from arena.web.kept.pages import kept_for_visitors
from arena.web.person import person
from arena.web.replays.answers import packed_answer
from arena.web.replays.ending import ending, siblings, table_title
from arena.web.replays.same_deal import same_deal
from arena.web.sharing.cards import game_card
from arena.web.tables.taking_over import takers
from engines import variant

ANYWHERE = "*"
MAY_BE_OLD_S = 2.0
"""For visitors: a game that is being played is followed by its event stream in any case."""


@dataclass(frozen=True)
class Choice:
    """A perspective in the list of the viewer."""

    value: str
    label: str


@kept_for_visitors(lambda pk: roster(), MAY_BE_OLD_S)
@require_GET
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    return embedded(request, pk) if request.GET.get("embed") else _page(request, pk, "replays/watch.html")


@xframe_options_exempt
def embedded(request: HttpRequest, pk: int) -> HttpResponse:
    """The one page that other sites may frame: it changes nothing, and their visitors are strangers to it."""
    framed = csp_replace({"frame-ancestors": [ANYWHERE]})(lambda asked: _page(asked, pk, "replays/embed.html"))
    response = framed(request)
    assert isinstance(response, HttpResponse)  # noqa: S101 - the decorator's types say less
    return response


def _page(request: HttpRequest, pk: int, template: str) -> HttpResponse:
    game = _game(request, pk)
    allowed = perspectives(game, person(request))
    wanted = Perspective.parse(request.GET.get("as", ""))
    own_seats = seats_with_logs(game, person(request))
    note_block(person(request), game, request.path)
    logs = {seat.seat: log for seat in own_seats if (log := log_by_decision(seat.evidence))}
    context = {
        "game": game,
        "variant": variant(game.variant),
        "title": table_title(game),
        "seats": list(game.seats.all()),
        "choices": [Choice(str(perspective), label_of(perspective, game)) for perspective in allowed],
        "chosen": str(wanted if wanted in allowed else allowed[0]),
        "is_open": is_open(game),
        "has_chances": has_frames(game) and has_values(game.variant),
        "has_values": has_values(game.variant),
        "is_judged": is_open(game) and is_judged(game.variant),
        "has_frames": has_frames(game),
        "card": game_card(game, request.path),
        "ending": ending(game, person(request)) if has_frames(game) else None,
        "head": json.dumps(_head(game)),
        "is_live": not game.is_final,
        "own_seats": own_seats,
        "logs": json.dumps(logs) if logs else "",
        "take_over_url": reverse("tables:take_over_game", args=[game.pk]),
        "takers": takers([seat.version.bot.name for seat in game.seats.all()]),
        "taken": wanted.seat if wanted and not wanted.shows_all and not wanted.is_public else 0,
    }
    return render(request, template if has_frames(game) else "replays/unplayed.html", context)


@require_GET
def side_by_side(request: HttpRequest, pk: int) -> HttpResponse:
    """All games of the block at once. Open cards need a finished block: until then there is no such page."""
    game = _game(request, pk)
    if not is_open(game):
        raise Http404
    context = {
        "game": game,
        "variant": variant(game.variant),
        "card": game_card(game, request.path),
        "deal": same_deal(siblings(game, person(request))),
    }
    note_block(person(request), game, request.path)
    return render(request, "replays/same_deal.html", context)


@require_safe
def frames_side_by_side(request: HttpRequest, pk: int) -> HttpResponse:
    """The frames of all of them, by the number of the game: one question instead of one for each table."""
    game = _game(request, pk)
    if not is_open(game):
        raise Http404
    note_block(person(request), game, request.path)
    played = {each.pk: each.replay_id for each in siblings(game, person(request)) if has_frames(each)}
    stored = StoredReplay.objects.in_bulk(list(played.values()))
    replays = {number: stored[replay] for number, replay in played.items() if replay in stored}
    try:
        return packed_answer(request, store.name_of_open(replays), lambda: store.packed_open_frames(replays))
    except FramesError as error:
        return JsonResponse({"error": str(error)}, status=410)


@require_safe
def frames(request: HttpRequest, pk: int) -> HttpResponse:
    """All frames of a game for one perspective; 304 while the visitor's copy is good."""
    game = _game(request, pk)
    if game.replay is None or not has_frames(game):
        return JsonResponse({"error": _("This game has not been played to its end yet.")}, status=404)
    wanted = Perspective.parse(request.GET.get("as", "public"))
    if wanted is None:
        return JsonResponse({"error": _("Ask for ?as=public, ?as=all or ?as= the number of a seat.")}, status=400)
    if wanted not in perspectives(game, person(request)):
        sentence = _("This perspective is closed until all games of the block are over. Ask for ?as=public.")
        return JsonResponse({"error": sentence}, status=403)
    if not wanted.is_public:
        note_block(person(request), game, request.path)
    replay = game.replay
    try:
        return packed_answer(request, store.name_of(replay, wanted), lambda: store.packed_frames(replay, wanted))
    except FramesError as error:
        return JsonResponse({"error": str(error)}, status=410)


@require_GET
def as_text(request: HttpRequest, pk: int) -> HttpResponse:
    """The table after any decision as plain text, one link from the next: for terminals, readers and old browsers."""
    game = _game(request, pk)
    if game.replay is None or not has_frames(game):
        raise Http404
    allowed = perspectives(game, person(request))
    wanted = Perspective.parse(request.GET.get("as", ""))
    chosen = wanted if wanted is not None and wanted in allowed else allowed[0]
    if not chosen.is_public:
        note_block(person(request), game, request.path)
    replay = replay_store.load(game.replay)
    last = len(replay.actions)
    asked = request.GET.get("step", "0")
    step = min(int(asked), last) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else 0
    try:
        text = text_at(replay, chosen, step, reader_language())
    except FramesError as error:
        text = str(error)
    context = {
        "game": game,
        "title": table_title(game),
        "variant": variant(game.variant),
        "choices": [Choice(str(perspective), label_of(perspective, game)) for perspective in allowed],
        "chosen": str(chosen),
        "step": step,
        "last": last,
        "text": text,
    }
    return render(request, "replays/text.html", context)


@require_GET
def conversation(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """All that a program was told in the game, and what it answered: for its owner, to see a failure again at home."""
    game = _game(request, pk)
    own = next((each for each in seats_with_logs(game, person(request)) if each.seat == seat), None)
    if own is None or not has_frames(game):
        raise Http404
    note_logs(person(request), own.version.bot, request.path)
    name = f"game-{game.pk}-seat-{seat}.jsonl"
    return HttpResponse(
        conversation_of(game, own),
        content_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )


def _game(request: HttpRequest, pk: int) -> Game:
    return get_object_or_404(with_seats(visible_games(person(request))).select_related("block__match", "replay"), pk=pk)


def _head(game: Game) -> dict[str, object]:
    """What a table needs to know before the first frame of a game that is being played."""
    played = variant(game.variant)
    names = [{"name": seat.version.bot.name, "version": f"v{seat.version.number}"} for seat in game.seats.all()]
    return {"game": played.game, "variant": played.slug, "seats": names, "sides": [list(side) for side in played.sides]}


def label_of(perspective: Perspective, game: Game) -> str:
    if perspective.shows_all:
        return _("All cards")
    if perspective.is_public:
        return _("What everybody sees")
    names = {seat.seat: seat.version.bot.name for seat in game.seats.all()}
    return _("Seat %(seat)d: %(name)s") % {"seat": perspective.seat, "name": names[perspective.seat]}
