"""Django's WSGI handler in threads, for requests whose body is there as a whole.

A thread makes the answer and is free again; the event loop sends it, however slowly the client reads. Only answers too
long to be kept in memory hold a thread while they are sent, and those threads are not the ones that make pages.
"""

from __future__ import annotations

import asyncio
import contextvars
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from django.db import close_old_connections

from arena.server.limits import DOWNLOADS, PIECE_BYTES, SMALL_ANSWER_BYTES

Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Headers
    body: bytes
    rest: Iterable[bytes] | None = None
    """What is still to be made, for a long answer."""


class Bridge:
    def __init__(self, handler: Wsgi, threads: int) -> None:
        self._handler = handler
        self._pages = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._downloads = ThreadPoolExecutor(DOWNLOADS, thread_name_prefix="download")

    async def __call__(self, scope: Any, body: IO[bytes], receive: Any, send: Any) -> None:
        loop = asyncio.get_running_loop()
        environ = environ_of(scope, body)
        context = contextvars.copy_context()
        answer = await loop.run_in_executor(self._pages, context.run, self._make, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.rest is None:
            await send({"type": "http.response.body", "body": answer.body})
            return
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            await loop.run_in_executor(self._downloads, _send_rest, answer.rest, send, loop, gone)
        finally:
            gone.cancel()

    def _make(self, environ: Environ) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        result = self._handler(environ, lambda status, headers, _=None: started.append((status, headers)))
        status, headers = started[-1]
        code, sent = int(status.split(" ", 1)[0]), _encoded(headers)
        if getattr(result, "streaming", False) and _length(sent) > SMALL_ANSWER_BYTES:
            close_old_connections()  # of this thread; another one goes on
            return Answer(code, sent, b"", result)
        try:
            body = b"".join(result)
        finally:
            _close(result)
        if not any(name == b"content-length" for name, _ in sent) and code not in {204, 304}:
            sent.append((b"content-length", str(len(body)).encode()))
        return Answer(code, sent, body)


def _send_rest(rest: Iterable[bytes], send: Any, loop: asyncio.AbstractEventLoop, gone: asyncio.Future[None]) -> None:
    try:
        for piece in _pieces(rest):
            if gone.done():
                return
            message = {"type": "http.response.body", "body": piece, "more_body": True}
            asyncio.run_coroutine_threadsafe(send(message), loop).result()
        asyncio.run_coroutine_threadsafe(send({"type": "http.response.body", "body": b""}), loop).result()
    finally:
        _close(rest)


def _pieces(rest: Iterable[bytes]) -> Iterator[bytes]:
    """Fewer and larger ones: each costs a way to the event loop and back."""
    waiting: list[bytes] = []
    size = 0
    for piece in rest:
        waiting.append(piece)
        size += len(piece)
        if size >= PIECE_BYTES:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


async def _until_gone(receive: Any) -> None:
    with suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass


def _close(result: Iterable[bytes]) -> None:
    """Django tells by it that the request is over, and gives the connection to the database back."""
    getattr(result, "close", lambda: None)()


def _encoded(headers: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]


def _length(headers: Headers) -> int:
    """Unknown is long."""
    return next((int(value) for name, value in headers if name == b"content-length"), SMALL_ANSWER_BYTES + 1)


def environ_of(scope: Any, body: IO[bytes]) -> Environ:
    """PEP 3333's words for what an ASGI server says."""
    server, port = scope.get("server") or ("localhost", 80)
    peer, peer_port = scope.get("client") or ("", 0)
    root = scope.get("root_path", "")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin-1"),
        "PATH_INFO": scope["path"].removeprefix(root).encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": peer,
        "REMOTE_PORT": str(peer_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in {"CONTENT_LENGTH", "CONTENT_TYPE"} else f"HTTP_{name}"
        # Several of one name are one list, and cookies have a separator of their own.
        environ[key] = f"{environ[key]}{'; ' if name == 'COOKIE' else ','}{value}" if key in environ else value
    if "HTTP_TRANSFER_ENCODING" in environ:
        environ["CONTENT_LENGTH"] = str(body.seek(0, 2))  # nobody said it, but by now it is known
        body.seek(0)
    return environ
