"""Who is asking: the token in the Authorization header, and nothing else.

Neither the address nor a form nor a cookie can carry a token: addresses end in logs and histories, and without cookies
no other site can make a browser act here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from arena.accounts.models import User
from arena.api.models import AccessToken
from arena.api.models.token import digest_of
from arena.api.problems import ProblemError
from arena.api.scopes import Scope

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="karma-arena"'}
_NOTE_USE_EVERY = timedelta(minutes=1)
"""Of "last used" on the page of one's tokens, which shows minutes."""


@dataclass(frozen=True)
class Access:
    token: AccessToken

    @property
    def user(self) -> User:
        return self.token.user


def authenticate(request: HttpRequest) -> Access | None:
    """None: nobody in particular. Raises ``ProblemError`` for a token that is not valid."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise ProblemError("token-invalid", "The header must be: Authorization: Bearer karma_…", headers=CHALLENGE)
    token = AccessToken.objects.select_related("user").filter(digest=digest_of(secret.strip())).first()
    if token is None or not token.is_valid() or not token.user.is_active:
        raise ProblemError("token-invalid", "This token is unknown, revoked or expired.", headers=CHALLENGE)
    _note_use(token)
    return Access(token)


def _note_use(token: AccessToken) -> None:
    """Once a minute is exact enough, and spares a write with every request."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > _NOTE_USE_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)


def access_of(request: HttpRequest) -> Access | None:
    access = getattr(request, "access", None)
    return access if isinstance(access, Access) else None


def visitor(request: HttpRequest) -> User | None:
    """For public things: the user, if a token that may read was sent."""
    access = access_of(request)
    return access.user if access is not None and Scope.READ in access.token.scopes else None


def user_with(request: HttpRequest, *scopes: Scope) -> User:
    """The user, if the token has one of the scopes."""
    access = access_of(request)
    if access is None:
        raise ProblemError("token-missing", "This call needs a token.", headers=CHALLENGE)
    if not any(scope in access.token.scopes for scope in scopes):
        named = " or ".join(f"“{scope.value}”" for scope in scopes)
        raise ProblemError("scope-missing", f"This call needs the scope {named}.")
    return access.user


def needs(*scopes: Scope) -> dict[str, Any]:
    """For a route: refused before anything that was sent is looked at, and told so in the document."""
    return {
        "auth": lambda request: user_with(request, *scopes),
        "openapi_extra": {"security": [{"token": []}], "x-scope": " or ".join(scope.value for scope in scopes)},
    }


def user_of(request: HttpRequest) -> User:
    """Who is asking, in a route that needs somebody."""
    access = access_of(request)
    assert access is not None  # noqa: S101 - such a route has refused strangers already
    return access.user
