"""Event streams below /live/. They say what everybody who may see the page may know, and end with the thing watched.

Browsers reconnect by themselves with the last id they had. A stream is closed after a while in any case: who comes
back is asked again whether they may look.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass

import orjson
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.lib.live.hub import BEAT, CONNECTION_CAP, RESET, FullError, Message, hub
from arena.matches.models import Game, Match, MatchState
from arena.matches.models.game import FINAL_STATES
from arena.matches.reading import visible_games, visible_matches
from arena.tables.models import Table
from arena.tournaments.reading import visible_tournaments
from arena.tournaments.telling import channel_for
from arena.trials.models import Trial
from arena.web.person import person
from engines.registry import is_known

LONGEST_S = 15 * 60
"""Then the browser comes back by itself and is asked again whether it may look: a bot may have become private."""
RETRY_MS = 3000
"""Before a browser connects again; left to themselves they differ."""
COME_BACK_S = 30
"""For those who find all places taken; their pages poll in the meantime."""
_ID = re.compile(r"\d{1,15}-\d{1,6}")


@require_GET
async def game(request: HttpRequest, pk: int) -> HttpResponseBase:
    return await _stream(request, f"game:{pk}", lambda user: _is_over(visible_games(user).filter(pk=pk)))


@require_GET
async def match(request: HttpRequest, pk: int) -> HttpResponseBase:
    return await _stream(request, f"match:{pk}", lambda user: _match_is_over(visible_matches(user).filter(pk=pk)))


@require_GET
async def version(request: HttpRequest, pk: int) -> HttpResponseBase:
    return await _stream(request, f"version:{pk}", lambda user: _check_is_over(pk, user))


@require_GET
async def trial(request: HttpRequest, pk: int) -> HttpResponseBase:
    return await _stream(request, f"trial:{pk}", lambda user: _trial_is_over(pk, user))


@require_GET
async def tournament(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Says only that there is news; the page itself decides what its visitor may see."""

    def look(user: User | None) -> Look:
        shown = visible_tournaments(user).filter(pk=pk).first()
        if shown is None:
            raise Http404
        return Look(channel_for(shown, user), is_over=False)

    return await _follow(request, look)


@require_GET
async def ladder(request: HttpRequest, slug: str) -> HttpResponseBase:
    return await _stream(request, f"ladder:{slug}", lambda user: _never(is_known(slug)))


@require_GET
async def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Says only that the table has moved on; each browser asks for what its own seat may see."""
    return await _stream(request, f"table:{code}", lambda user: _table_is_over(code))


def _table_is_over(code: str) -> bool:
    table = Table.objects.only("state").filter(code=code).first()
    if table is None:
        raise Http404
    return not table.is_open


def _never(exists: bool) -> bool:
    """What has no end, if it is there at all."""
    if not exists:
        raise Http404
    return False


def _is_over(games: QuerySet[Game]) -> bool:
    return _only(games.values_list("state", flat=True)) in FINAL_STATES


def _match_is_over(matches: QuerySet[Match]) -> bool:
    return bool(_only(matches.values_list("state", flat=True)) != MatchState.RUNNING)


def _check_is_over(pk: int, user: User | None) -> bool:
    version = BotVersion.objects.select_related("bot").filter(pk=pk).first()
    if version is None or not version.bot.is_visible_to(user):
        raise Http404
    return version.is_final


def _trial_is_over(pk: int, user: User | None) -> bool:
    trial = Trial.objects.select_related("version__bot").filter(pk=pk).first()
    if trial is None or not trial.version.bot.belongs_to(user):
        raise Http404
    return trial.is_final


def _only(values: QuerySet[Game, str] | QuerySet[Match, str]) -> str:
    value = values.first()
    if value is None:
        raise Http404
    return value


@dataclass(frozen=True)
class Look:
    """What a visitor may follow."""

    channel: str
    is_over: bool


async def _stream(request: HttpRequest, channel: str, is_over: Callable[[User | None], bool]) -> HttpResponseBase:
    return await _follow(request, lambda user: Look(channel, is_over(user)))


async def _follow(request: HttpRequest, look: Callable[[User | None], Look]) -> HttpResponseBase:
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)  # a server without event streams: browsers stop asking, and pages poll
    if hub().count >= CONNECTION_CAP:
        hub().refuse()
        return _come_back()
    found = await _ask(request, look)
    last_id = request.headers.get("Last-Event-ID", "")
    events = _ended() if found.is_over else _events(found.channel, last_id if _ID.fullmatch(last_id) else "")
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(events, content_type="text/event-stream", headers=headers)


@sync_to_async
def _ask(request: HttpRequest, look: Callable[[User | None], Look]) -> Look:
    """The only look at the database. Its connection goes back at once: a stream lasts long, and connections are few."""
    try:
        return look(person(request))
    finally:
        connections.close_all()


def _come_back() -> HttpResponse:
    return HttpResponse(status=503, headers={"Retry-After": str(COME_BACK_S)})


async def _ended() -> AsyncIterator[bytes]:
    yield event(Message("", ""), "done")


async def _events(channel: str, last_id: str) -> AsyncIterator[bytes]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    end = time.monotonic() + LONGEST_S
    # Closed at once, not when the collector comes by: the place of who leaves is somebody else's.
    async with aclosing(hub().listen(channel, last_id)) as messages:
        with suppress(FullError):
            async for message in messages:
                if message is BEAT:
                    yield b": still here\n\n"
                elif message is RESET:
                    yield event(message, "reset")
                else:
                    kind = orjson.loads(message.text)["kind"]
                    yield event(message, kind)
                    if kind == "done":
                        return
                if time.monotonic() > end:
                    return


def event(message: Message, kind: str) -> bytes:
    """One event of the stream. JSON has no line breaks, so one line of data is enough."""
    number = f"id: {message.id}\n" if message.id else ""
    return f"{number}event: {kind}\ndata: {message.text or '{}'}\n\n".encode()
