"""When somebody was here last, so that a page can say what is new."""

from __future__ import annotations

from datetime import datetime, timedelta

from arena.accounts.models import User

ONE_VISIT = timedelta(minutes=30)
"""Looks that are nearer to each other are one visit: what was new stays new until it is over."""


def look_in(user: User, now: datetime) -> datetime | None:
    """Note the look. Answers since when everything is new; None at the very first one."""
    last = user.looked_in_at
    if last is None or now - last > ONE_VISIT:
        user.away_since = last
    user.looked_in_at = now
    User.objects.filter(pk=user.pk).update(looked_in_at=now, away_since=user.away_since)
    return user.away_since
