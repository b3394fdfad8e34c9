"""The web process: `uvicorn arena.asgi:application`.

Pages run on Django's WSGI handler in threads, which costs about half the processor time of its ASGI handler with this
many middlewares; only the long-lived event streams below /live/ run on ASGI, where waiting is free.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
os.environ["ARENA_PROCESS"] = "web"

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from a2wsgi.asgi_typing import Receive, Scope, Send
    from a2wsgi.wsgi_typing import WSGIApp

THREADS = 4

# The two libraries spell the same ASGI types differently.
_live: Any = get_asgi_application()
_pages = WSGIMiddleware(cast("WSGIApp", get_wsgi_application()), workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        # WSGI cannot tell `x_forwarded_for` from `X-Forwarded-For`: a client could smuggle in a proxy's header.
        scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        if scope["path"].startswith("/live/"):
            await _live(scope, receive, send)
            return
    await _pages(scope, receive, send)
