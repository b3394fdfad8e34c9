"""Invitations: made by staff, carried in the session from the link to the form, used once."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import Invitation, User
from arena.accounts.models.invitation import digest_of

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

FIELD = "invitation"


def invite(by: User, note: str) -> tuple[Invitation, str]:
    """The invitation and the secret of its link, which is nowhere kept."""
    secret = secrets.token_urlsafe(24)
    return Invitation.objects.create(made_by=by, note=note[:120], digest=digest_of(secret)), secret


def _good(secret: str) -> QuerySet[Invitation]:
    return Invitation.objects.filter(digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now())


def is_invited(request: HttpRequest) -> bool:
    """Whoever opens the link is remembered: the form is sent to an address without it."""
    given = request.GET.get(FIELD)
    if given and _good(given).exists():
        request.session[FIELD] = given
    return _good(str(request.session.get(FIELD, ""))).exists()


@transaction.atomic
def use(request: HttpRequest, user: User) -> bool:
    """Within the transaction that makes the account. False: somebody else was quicker with the same link."""
    found = _good(str(request.session.pop(FIELD, ""))).select_for_update().first()
    if found is None:
        return False
    found.used_by, found.used_at = user, timezone.now()
    found.save(update_fields=["used_by", "used_at"])
    return True
