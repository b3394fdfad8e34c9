"""Making and revoking tokens."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.api.models import AccessToken
from arena.api.models.token import PREFIX, digest_of
from arena.api.scopes import Scope

MOST_TOKENS = 30
"""One for every machine and pipeline of a person, and a list of them still fits on a page."""
LONGEST = timedelta(days=366)
"""What is forgotten in some old pipeline ends by itself."""


class TokenError(ValueError):
    """The token cannot be made; the sentence says what to do."""


def create_token(
    user: User, name: str, scopes: Iterable[str], valid_for: timedelta, now: datetime | None = None
) -> tuple[AccessToken, str]:
    """The token and its secret. The secret exists here and with its owner only; it cannot be shown again."""
    now = now or timezone.now()
    wanted = sorted(set(scopes))
    if not wanted or not set(wanted) <= set(Scope.values):
        raise TokenError(_("Choose at least one of the scopes."))
    if not timedelta(0) < valid_for <= LONGEST:
        raise TokenError(_("A token is valid for a year at most."))
    valid = AccessToken.objects.filter(user=user, revoked_at=None, expires_at__gt=now).count()
    if valid >= MOST_TOKENS:
        raise TokenError(_("You have %(count)d valid tokens. Revoke one that you do not need.") % {"count": valid})
    secret = PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(secret),
        beginning=secret[: len(PREFIX) + 4],
        scopes=wanted,
        expires_at=now + valid_for,
    )
    return token, secret


def revoke_token(user: User, token_id: int, now: datetime | None = None) -> bool:
    """False: no such token of this user, or it was revoked before."""
    tokens = AccessToken.objects.filter(user=user, pk=token_id, revoked_at=None)
    return bool(tokens.update(revoked_at=now or timezone.now()))
