"""Whole pages for visitors who are not logged in: made once, then sent from memory while all they were made of is the
same. Somebody with a session, or with a message to read, never gets one of these, and nothing of theirs is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import get_language_from_request

from arena.lib.kept import store
from arena.web.compress import may_be_packed, packed_once
from arena.web.kept.etags import answered, is_markable, mark
from arena.web.notices import notices
from arena.web.theme import chosen

View = TypeVar("View", bound=Callable[..., Any])
MESSAGES_COOKIE = "messages"
LONGEST_ADDRESS = 300
"""As in ``arena.api.kept``."""
MAY_VARY_BY = {"cookie", "accept-language"}
"""Both are looked at here, as far as they matter."""


@dataclass(frozen=True)
class Rule:
    stamp: Callable[..., Hashable]
    """Takes what the view takes from the address, in its order; equal stamps, equal pages."""
    seconds: float
    is_for_all: Callable[[HttpRequest], bool]


def _for_visitors_only(_request: HttpRequest) -> bool:
    return False


def kept_for_visitors(
    stamp: Callable[..., Hashable],
    seconds: float = float("inf"),
    is_for_all: Callable[[HttpRequest], bool] = _for_visitors_only,
) -> Callable[[View], View]:
    """For a view whose page depends on nobody but its visitor's theme and language.

    ``seconds``: how old a page may be where it shows more than the stamp knows of, as games that are being played.
    ``is_for_all``: whether people who are logged in get the very same, as numbers for programs; not so for pages, which
    greet them.
    """

    def decorate(view: View) -> View:
        view.kept_for_visitors = Rule(stamp, seconds, is_for_all)  # type: ignore[attr-defined]  # functions take them
        return view

    return decorate


@dataclass(frozen=True)
class KeptPage:
    content: bytes
    packed: bytes
    """The same as it travels: packing a page takes longer than all the rest of sending it. Empty: not worth it."""
    headers: dict[str, str]

    @classmethod
    def of(cls, response: HttpResponse) -> KeptPage:
        headers = {name: value for name, value in response.headers.items() if name != "Content-Length"}
        return cls(response.content, packed_once(response.content), headers)

    def response(self, request: HttpRequest) -> HttpResponse:
        if self.packed and may_be_packed(request):
            return HttpResponse(self.packed, headers=self.headers | _length(self.packed) | {"Content-Encoding": "gzip"})
        return HttpResponse(self.content, headers=self.headers | _length(self.content))

    @property
    def size(self) -> int:
        return len(self.content) + len(self.packed)


def _length(content: bytes) -> dict[str, str]:
    return {"Content-Length": str(len(content))}


class KeptPagesMiddleware:
    """Outside sessions, messages and forms: a page from memory needs none of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match = _match(request)
        if match is None:
            return answered(request, self._made(request))
        rule: Rule = match.func.kept_for_visitors  # type: ignore[attr-defined]  # see _match
        key = (*_place(request), rule.stamp(*match.args, *match.kwargs.values()))
        page: KeptPage | None = store().get(key)
        if page is None:
            with store().making(key):
                page = store().get(key)
                if page is None:
                    return answered(request, self._kept(request, key, rule.seconds))
        request.resolver_match = match
        return answered(request, page.response(request))

    def _made(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if is_markable(request, response):
            mark(request, response)  # type: ignore[arg-type]  # is_markable looked
        return response

    def _kept(self, request: HttpRequest, key: Hashable, seconds: float) -> HttpResponseBase:
        response = self._made(request)
        if isinstance(response, HttpResponse) and is_keepable(response):
            page = KeptPage.of(response)
            store().put(key, page, page.size, seconds)
            return page.response(request)
        return response


def _match(request: HttpRequest) -> ResolverMatch | None:
    """None: no page for visitors, or no visitor."""
    if request.method != "GET" or len(request.get_full_path()) > LONGEST_ADDRESS:
        return None
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return None
    rule: Rule | None = getattr(match.func, "kept_for_visitors", None)
    if rule is None:
        return None
    is_known = settings.SESSION_COOKIE_NAME in request.COOKIES or MESSAGES_COOKIE in request.COOKIES
    return None if is_known and not rule.is_for_all(request) else match


def _place(request: HttpRequest) -> tuple[Hashable, ...]:
    """What a page for a stranger depends on but for the database. Refuses hosts that are not ours."""
    host, path, language = request.get_host(), request.get_full_path(), get_language_from_request(request)
    is_part = "HX-Request" in request.headers
    banners = tuple(notices(request).items())  # they stand on every page
    return ("page", host, request.is_secure(), path, chosen(request), language, is_part, banners)


def is_keepable(response: HttpResponse) -> bool:
    """Nothing in it that belongs to one visitor, and nothing that a middleware outside would miss in a copy."""
    varies = {name.strip().lower() for name in response.headers.get("Vary", "").split(",") if name.strip()}
    return (
        response.status_code == 200
        and response.has_header("ETag")
        and not response.cookies
        and varies <= MAY_VARY_BY
        and b"csrfmiddlewaretoken" not in response.content
        and not any(name.startswith("_csp") for name in vars(response))
    )
