"""Browsers from which an account was entered before. Their tries are counted apart from everybody else's, so strangers
who guess at an account do not keep its owner out.

The cookie opens nothing: whoever has it needs the password all the same.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arena.accounts.models import User

_SALT = "arena.accounts.known-browser"
_MOST = 5
"""Accounts that one browser is known to; the oldest is forgotten."""
_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""


def _cookie() -> str:
    return "__Secure-known" if settings.SESSION_COOKIE_SECURE else "known"


def _accounts(request: HttpRequest) -> dict[str, str]:
    try:
        value = signing.loads(request.COOKIES.get(_cookie(), ""), salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature:
        return {}
    return {str(user): str(mark) for user, mark in value.items()} if isinstance(value, dict) else {}


def mark_of(request: HttpRequest, user: User) -> str | None:
    """What this browser is called for this account; None: never seen."""
    return _accounts(request).get(str(user.pk))


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    known = _accounts(request)
    mark = known.pop(str(user.pk), None) or secrets.token_urlsafe(12)
    newest = dict([*known.items(), (str(user.pk), mark)][-_MOST:])
    response.set_cookie(
        _cookie(),
        signing.dumps(newest, salt=_SALT),
        max_age=_SECONDS,
        path="/account/",  # no other page is told
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
