"""One ASGI application: pages and calls by threads, event streams by the loop, and limits before both."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

import structlog
from django.conf import settings

from arena.lib.client_address import client_address
from arena.server.addresses import FullError, Held, forwarded_for
from arena.server.bodies import Bodies, BodyError, GoneError
from arena.server.bridge import Bridge, Wsgi
from arena.server.limits import COME_BACK_S, MOST_REQUESTS
from arena.server.refusals import refuse

LIVE = "/live/"
TOO_MANY = "Too many requests of your address are open at once. Wait until some have ended."
TOO_MANY_STREAMS = "Too many live pages of your address are open at once. Close some; this page works without."
BUSY = "The site has more visitors than it can serve at this moment. Try again in a few seconds."

_log = structlog.get_logger(__name__)


class Application:
    def __init__(self, pages: Wsgi, live: Any) -> None:
        self._bridge = Bridge(pages, settings.WEB_THREADS)
        self._live = live
        self._bodies = Bodies()
        self._requests = Held(settings.CONNECTIONS_PER_ADDRESS)
        self._streams = Held(settings.STREAMS_PER_ADDRESS)
        self._open = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] == "http":
            # WSGI cannot tell `x_forwarded_for` from `X-Forwarded-For`: a client could smuggle in a proxy's header.
            scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
            await self._limited(scope, receive, send)

    async def _limited(self, scope: Any, receive: Any, send: Any) -> None:
        is_stream = scope["path"].startswith(LIVE)
        held = self._streams if is_stream else self._requests
        peer = (scope.get("client") or ("", 0))[0]
        address = client_address(forwarded_for(scope["headers"]), peer, settings.ALLAUTH_TRUSTED_PROXY_COUNT)
        try:
            with held.one(address):
                await self._answer(scope, receive, send, is_stream=is_stream)
        except FullError:
            _log.warning("address_is_full", path=scope["path"])
            await refuse(scope, send, 429, TOO_MANY_STREAMS if is_stream else TOO_MANY, COME_BACK_S)

    async def _answer(self, scope: Any, receive: Any, send: Any, *, is_stream: bool) -> None:
        try:
            async with self._bodies.whole(scope["headers"], receive) as body:
                if is_stream:
                    await self._live(scope, _replayed(body, receive), send)
                elif self._open >= MOST_REQUESTS:
                    await refuse(scope, send, 503, BUSY, COME_BACK_S)
                else:
                    await self._page(scope, body, receive, send)
        except BodyError as error:
            await refuse(scope, send, error.status, error.sentence, COME_BACK_S if error.status == 503 else None)
        except GoneError:
            return

    async def _page(self, scope: Any, body: IO[bytes], receive: Any, send: Any) -> None:
        self._open += 1
        try:
            await self._bridge(scope, body, receive, send)
        finally:
            self._open -= 1


def _replayed(body: IO[bytes], receive: Any) -> Callable[[], Any]:
    """What was read already, and then what comes: the news that the browser has left."""
    was_given = False

    async def again() -> Any:
        nonlocal was_given
        while was_given:
            message = await receive()
            if message["type"] != "http.request":  # an empty body was never asked for, and is still announced
                return message
        was_given = True
        return {"type": "http.request", "body": body.read(), "more_body": False}

    return again


async def _lifespan(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
