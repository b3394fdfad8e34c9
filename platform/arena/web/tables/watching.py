"""A table that is over, as a replay: for those who sat at it and those they show it to."""

from __future__ import annotations

import json
from dataclasses import dataclass

import orjson
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from arena.lib.alphabet import reader_language
from arena.lib.kept import store
from arena.replays import frames as film
from arena.replays.chances import ChancesError, computed, has_values
from arena.replays.perspective import Perspective
from arena.tables.models import Sitting, Table
from arena.tables.seen import told_to_all
from arena.tables.stored import replay_of
from arena.web.replays.answers import packed_answer
from arena.web.tables.playing import found
from arena.web.tables.taking_over import takers
from arena.web.tables.visiting import visitor
from engines import variant

KEEP_S = 600.0
"""Who watches looks from several seats; afterwards the memory is for others."""


@dataclass(frozen=True)
class Choice:
    """A perspective in the list of the viewer."""

    value: str
    label: str


def perspectives(table: Table, sittings: list[Sitting], request: HttpRequest) -> list[Perspective]:
    """All cards when nobody plays the same deal any more; before that the own seat's alone."""
    if table.shows_all(timezone.now()):
        seats = [Perspective(sitting.seat) for sitting in sittings]
        return [Perspective.everything(), Perspective.public(), *seats]
    own = [Perspective(each.seat) for each in sittings if visitor(request).sits_in(each)]
    return own if table.is_over else []


def _over(request: HttpRequest, code: str) -> tuple[Table, list[Sitting], list[Perspective]]:
    table, sittings = found(code)
    allowed = perspectives(table, sittings, request)
    if not allowed:
        raise Http404
    return table, sittings, allowed


def _label(perspective: Perspective, sittings: list[Sitting]) -> str:
    if perspective.shows_all:
        return _("All cards")
    if perspective.is_public:
        return _("What everybody sees")
    return _("Seat %(seat)d: %(name)s") % {"seat": perspective.seat, "name": sittings[perspective.seat].name}


@require_GET
def watch(request: HttpRequest, code: str) -> HttpResponse:
    table, sittings, allowed = _over(request, code)
    played = variant(table.variant)
    wanted = Perspective.parse(request.GET.get("as", ""))
    shows_all = table.shows_all(timezone.now())
    context = {
        "laid": table,
        "sittings": sittings,
        "variant": played,
        "choices": [Choice(str(each), _label(each, sittings)) for each in allowed],
        "chosen": str(wanted if wanted in allowed else allowed[0]),
        "has_frames": True,
        "is_open": shows_all,
        "frames_url": reverse("tables:frames", args=[code]),
        "text_url": reverse("tables:text", args=[code]),
        "download_url": reverse("tables:replay", args=[code]),
        "page_url": reverse("tables:watch", args=[code]),
        "has_chances": shows_all and has_values(table.variant),
        "chances_url": reverse("tables:chances", args=[code]),
        "head": json.dumps(told_to_all(table, sittings)),
        "take_over_url": reverse("tables:take_over", args=[code]),
        "takers": takers([sitting.name for sitting in sittings]),
        "taken": next((each.seat for each in sittings if visitor(request).sits_in(each)), 0),
    }
    return render(request, "tables/watch.html", context)


@require_GET
def frames(request: HttpRequest, code: str) -> HttpResponse:
    table, sittings, allowed = _over(request, code)
    wanted = Perspective.parse(request.GET.get("as", "public"))
    if wanted is None or wanted not in allowed:
        sentence = _("This perspective is closed. Ask for ?as=%(one)s.") % {"one": allowed[0]}
        return JsonResponse({"error": sentence}, status=403 if wanted else 400)
    try:
        # The game is played once more for them, and a table that is over never changes.
        shown = store().get_or_make(
            ("table frames", code, str(wanted)),
            lambda: orjson.dumps(film.frames(replay_of(table, sittings), wanted)),
            len,
            KEEP_S,
        )
    except film.FramesError as error:
        return JsonResponse({"error": str(error)}, status=410)
    return HttpResponse(shown, content_type="application/json", headers={"Cache-Control": "private, no-cache"})


@require_GET
def chances(request: HttpRequest, code: str) -> HttpResponse:
    """Where the game was won and lost, when all cards lie open: ``?as=all``, or ``?as=`` a seat for what it knew."""
    table, sittings, allowed = _over(request, code)
    wanted = Perspective.parse(request.GET.get("as", "all"))
    if not table.shows_all(timezone.now()) or not has_values(table.variant):
        raise Http404
    if wanted is None or wanted.is_public or wanted not in allowed:
        return JsonResponse({"error": _("Ask for ?as=all or ?as= the number of a seat.")}, status=400)
    name = f"table-{table.transcript_hash}-{wanted}"
    try:
        return packed_answer(request, name, lambda: _computed(table, sittings, wanted))
    except ChancesError as error:
        return JsonResponse({"error": str(error)}, status=410)


def _computed(table: Table, sittings: list[Sitting], wanted: Perspective) -> bytes:
    key = ("table chances", table.code, str(wanted))
    return store().get_or_make(key, lambda: computed(replay_of(table, sittings), wanted), len, KEEP_S)


@require_GET
def as_text(request: HttpRequest, code: str) -> HttpResponse:
    """The last table as plain text, for terminals, readers and browsers without script."""
    table, sittings, allowed = _over(request, code)
    replay = replay_of(table, sittings)
    text = film.text_at(replay, allowed[0], len(replay.actions), reader_language())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_GET
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """The file that ``arena verify`` checks."""
    table, sittings, _allowed = _over(request, code)
    if not table.shows_all(timezone.now()):
        raise Http404
    response = HttpResponse(replay_of(table, sittings).dumps(), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="table-{table.code}.json"'
    return response
