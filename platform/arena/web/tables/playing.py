"""A seat at a table: its page, what its browser asks, and what it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from arena.lib.alphabet import reader_language
from arena.lib.rates import Count, count_table_call, count_table_hint
from arena.tables import turns
from arena.tables.actions import leaving, moving
from arena.tables.actions.finding import seat_of
from arena.tables.errors import NotSeatedError, StaleError, TableError
from arena.tables.hints import hint_for
from arena.tables.models import Sitting, Table, TableState
from arena.tables.seen import UNSEEN, in_words, seen_from, told_to_all
from arena.web.tables.visiting import visitor
from engines import variant
from engines.errors import EngineError

View = Callable[[HttpRequest, str], HttpResponse]
LARGEST_BODY = 1000
"""Bytes: a choice is a few numbers."""


def found(code: str) -> tuple[Table, list[Sitting]]:
    table = Table.objects.filter(code=code).prefetch_related("sittings__version__bot").first()
    if table is None:
        raise Http404
    return table, list(table.sittings.all())


def told(view: View) -> View:
    """Refusals as JSON with a sentence: the page shows it, and asks how the table stands."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str) -> HttpResponse:
        asked = count_table_call(request)
        if asked is not None and asked.is_over:
            return _too_often(asked)
        try:
            return view(request, code)
        except StaleError as error:
            return _refused(str(error), 409)
        except NotSeatedError as error:
            return _refused(str(error), 403)
        except TableError as error:
            return _refused(str(error), 400)
        except EngineError as error:
            return _refused(_("This table cannot be shown: %(why)s") % {"why": error}, 410)

    return guarded


def _refused(sentence: str, status: int) -> JsonResponse:
    return JsonResponse({"error": sentence}, status=status)


def _too_often(asked: Count) -> JsonResponse:
    sentence = _("Your network asks too often. Wait %(seconds)d s; nothing is lost.") % {"seconds": asked.reset_s}
    refusal = _refused(sentence, 429)
    refusal.headers["Retry-After"] = str(asked.reset_s)
    return refusal


@never_cache
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """From the own seat; a free chair for who has none; else the replay, when there is one."""
    laid, sittings = found(code)
    own = next((each for each in sittings if visitor(request).sits_in(each)), None)
    played = variant(laid.variant)
    context = {
        "table": laid,
        "sittings": sittings,
        "own": own,
        "variant": played,
        "original": _original(laid),
        "logs": turns.shows_logs(sittings, laid, visitor(request).user),
        "invitation": request.build_absolute_uri(laid.get_absolute_url()),
        "has_free_chair": any(sitting.sitter == "free" for sitting in sittings),
    }
    if laid.state == TableState.CANCELLED:
        return render(request, "tables/cancelled.html", context)
    if own is None or own.has_left:
        if laid.is_over:
            return redirect("tables:watch", code=code)
        return render(request, "tables/visitor.html", context)
    if laid.state == TableState.GATHERING:
        return render(request, "tables/gathering.html", context)
    return render(request, "tables/play.html", context)


def _original(laid: Table) -> str:
    """The decision of a game of bots that was taken over."""
    if laid.taken_from_id is None:
        return ""
    return f"{reverse('watching:watch', args=[laid.taken_from_id])}#d={laid.taken_at}"


@never_cache
@require_GET
@told
def state(request: HttpRequest, code: str) -> HttpResponse:
    """How the table stands, for the own seat; without one, what everybody may know."""
    laid, sittings = found(code)
    return JsonResponse(_seen(request, laid, sittings))


@never_cache
@require_GET
@told
def words(request: HttpRequest, code: str) -> HttpResponse:
    """For who reads a screen by ear, and for who likes words better than pictures."""
    laid, sittings = found(code)
    own = next((each for each in sittings if visitor(request).sits_in(each)), None)
    if own is None or laid.state not in (TableState.PLAYING, TableState.OVER):
        raise NotSeatedError(_("You do not sit at this table."))
    language = reader_language()
    return JsonResponse({"words": in_words(laid, own.seat, "" if language == "en" else language)})


@require_POST
@told
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Answers with all that happened, the bots' moves included: no second question is needed."""
    said = _body(request)
    at, action = _number(said, "at"), _number(said, "action")
    laid = moving.choose(code, visitor(request), at, action, timezone.now())
    return JsonResponse(_seen(request, laid, list(laid.sittings.select_related("version")), at))


def _number(said: dict[str, Any], key: str) -> int:
    value = said.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 2**31:
        raise TableError(_('Send {"at": how many actions you have seen, "action": the id of a legal one}.'))
    return value


def _body(request: HttpRequest) -> dict[str, Any]:
    if len(request.body) > LARGEST_BODY:
        raise TableError(_("This is longer than any choice."))
    try:
        said = json.loads(request.body)
    except (ValueError, RecursionError):
        said = None
    return said if isinstance(said, dict) else {}


def _seen(request: HttpRequest, laid: Table, sittings: list[Sitting], since: int | None = None) -> dict[str, Any]:
    own = next((each for each in sittings if visitor(request).sits_in(each)), None)
    if own is None or laid.state in (TableState.GATHERING, TableState.CANCELLED):
        return told_to_all(laid, sittings)
    return seen_from(laid, sittings, own.seat, _since(request) if since is None else since)


def _since(request: HttpRequest) -> int:
    asked = request.GET.get("since", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else UNSEEN


@require_POST
@told
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """What a good house bot would do in this seat, seeing what the seat sees."""
    laid, sittings = found(code)
    own = seat_of(visitor(request), sittings)
    if own is None:
        raise NotSeatedError(_("You do not sit at this table."))
    moving.require_playing(laid)
    asked = count_table_hint(request)
    if asked is not None and asked.is_over:
        return _too_often(asked)
    return JsonResponse(hint_for(laid, own))


@never_cache
@require_GET
@told
def logs(request: HttpRequest, code: str) -> HttpResponse:
    """What the person's own bots wrote at this table, ``?since=`` so many actions. It tells their cards: nobody else
    gets it, and nobody while other people play. The table itself (``state``) stays the seat's view."""
    laid, sittings = found(code)
    seats = turns.shows_logs(sittings, laid, visitor(request).user)
    if not seats:
        raise NotSeatedError(_("None of your bots plays here, or other people still do: then its log waits."))
    return JsonResponse({"logs": turns.logs(laid, seats, max(0, _since(request)))})


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    try:
        laid = leaving.leave(code, visitor(request), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
        return redirect("tables:lobby")
    if laid.is_over:
        return redirect("tables:watch", code=code)
    messages.info(request, _("You have left the table."))
    return redirect("tables:lobby")
