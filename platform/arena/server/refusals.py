"""Answers that need no thread and no database: a sentence, as text or as a problem of the API."""

from __future__ import annotations

from typing import Any

from arena.api.problems import problem

API = "/api/"
_CODES = {408: "too-slow", 413: "too-large", 429: "rate-limited", 503: "busy"}


async def refuse(scope: Any, send: Any, status: int, sentence: str, retry_s: int | None = None) -> None:
    """The connection ends with it: what else the client was about to send is not read."""
    if scope["path"].startswith(API):
        answer = problem(_CODES[status], sentence)
        kind, body = answer.headers["Content-Type"], answer.content
    else:
        kind, body = "text/plain; charset=utf-8", f"{sentence}\n".encode()
    headers = {
        "content-type": kind,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "connection": "close",
    }
    if retry_s is not None:
        headers["retry-after"] = str(retry_s)
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
