"""Who a request is from, and the mark that a browser without an account carries from its first table on."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from arena.lib.client_address import client_address
from arena.tables.visitor import Visitor, new_guest
from arena.web.person import person

COOKIE = "arena_guest"
_SALT = "arena.tables"
KEEP_S = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""


def visitor(request: HttpRequest) -> Visitor:
    """A forged or broken mark is no mark."""
    guest = request.get_signed_cookie(COOKIE, default="", salt=_SALT) or ""
    forwarded = request.headers.get("X-Forwarded-For", "")
    peer = str(request.META.get("REMOTE_ADDR", ""))
    return Visitor(person(request), guest, client_address(forwarded, peer, settings.ALLAUTH_TRUSTED_PROXY_COUNT))


def newcomer(request: HttpRequest) -> Visitor:
    """The visitor, with a mark if there is neither that nor an account. ``remember`` sends it."""
    known = visitor(request)
    if known.user is not None or known.guest:
        return known
    return Visitor(None, new_guest(), known.address)


def remember(response: HttpResponse, who: Visitor) -> HttpResponse:
    if who.guest:
        response.set_signed_cookie(
            COOKIE,
            who.guest,
            salt=_SALT,
            max_age=KEEP_S,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def comes_from_here(request: HttpRequest) -> bool:
    """Was a form without a token sent by a page of ours? Pages kept for all visitors hold no token.

    Browsers say where a form was sent from, and no page can make them lie.
    """
    if request.headers.get("Sec-Fetch-Site") == "same-origin":
        return True
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
