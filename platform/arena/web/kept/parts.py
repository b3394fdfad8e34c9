"""The costly part of a page, kept as it was rendered, for everybody who sees the same in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from sys import getsizeof
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.lib.kept import store

PUBLIC, STAFF = "public", "staff"


def kept_part(template: str, key: Hashable, context: Callable[[], dict[str, Any]]) -> SafeString:
    """``key`` holds all that the context is made of; the context is made only if the part is not there.

    Nothing of the visitor reaches the template but what the context says.
    """
    made: SafeString = store().get_or_make(
        ("part", template, get_language(), key), lambda: SafeString(render_to_string(template, context())), getsizeof
    )
    return made


def audience(user: User | None, roster: int) -> Hashable:
    """Whom private bots may be named to: most people see what strangers see."""
    if user is None:
        return PUBLIC
    if user.is_staff:
        return STAFF
    return user.pk if user.pk in _with_secrets(roster) else PUBLIC


def practice_audience(user: User, roster: int) -> Hashable:
    """Whom the same opponents are offered to: everybody but those with bots that others may not play against."""

    def look() -> frozenset[int]:
        closed = Bot.objects.filter(allows_practice=False, owner__isnull=False).values_list("owner", flat=True)
        return frozenset(owner for owner in closed.distinct() if owner is not None)

    closed = store().get_or_make(("closed to practice", roster), look, lambda pks: 64 * len(pks))
    return audience(user, roster), user.pk if user.pk in closed else None


def _with_secrets(roster: int) -> frozenset[int]:
    """People with private bots."""

    def look() -> frozenset[int]:
        owners = Bot.objects.filter(is_private=True, owner__isnull=False).values_list("owner", flat=True)
        return frozenset(owner for owner in owners.distinct() if owner is not None)

    return store().get_or_make(("secrets", roster), look, lambda pks: 64 * len(pks))
