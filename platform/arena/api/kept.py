"""Answers that are the same for everybody who may call, made once and then sent from memory.

Token, rate and ETag are the gate's, and looked at for every call; only the making is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from arena.lib.kept import store

LONGEST_ADDRESS = 300
"""The address is a part of the key: a stranger must not fill the memory with invented ones. A longer one is answered as
well, only not from memory."""
Run = Callable[..., HttpResponseBase]


def kept_answer(stamp: Callable[[str], Hashable]) -> Callable[[Run], Run]:
    """For a route ``/.../{slug}`` whose answer depends on its address alone, but for the filter ``kind=mine``.

    ``stamp`` takes the slug; equal stamps, equal answers.
    """

    def decorate(run: Run) -> Run:
        @wraps(run)
        def answer(request: HttpRequest, **taken: Any) -> HttpResponseBase:
            address = request.get_full_path()
            if request.method != "GET" or "mine" in request.GET.getlist("kind") or len(address) > LONGEST_ADDRESS:
                return run(request, **taken)
            key = ("answer", address, stamp(taken["slug"]))
            body: tuple[bytes, str] | None = store().get(key)
            if body is None:
                with store().making(key):  # the others wait for the first
                    body = store().get(key)
                    if body is None:
                        return _remembered(key, run(request, **taken))
            return HttpResponse(body[0], content_type=body[1])

        return answer

    return decorate


def _remembered(key: Hashable, made: HttpResponseBase) -> HttpResponseBase:
    if made.status_code == 200 and isinstance(made, HttpResponse):
        store().put(key, (made.content, made.headers["Content-Type"]), len(made.content))
    return made
