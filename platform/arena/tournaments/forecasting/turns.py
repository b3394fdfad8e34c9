"""Forecasts that take longer than a moment: one of each user, a slice at a time, in turn.

They share the workers that pair rounds. So one message goes round however many wait, each time behind what else is to
be done; and who asks something new gives up what was asked before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from celery import current_app
from django.utils.translation import gettext as _
from redis.exceptions import LockError

from arena.lib.redis_client import client, key
from arena.tournaments.actions.audit import ActionError

MOST_A_MINUTE = 30
"""Forecasts that a user has begun; looking at one that is known or on its way is not counted."""
PATIENCE_S = 3.0
"""Twice what a request may simulate: the other tab of the same user is through by then."""
_KEPT_S = 900
"""As long as the forecast itself (``answers.KEPT_S``)."""
_LOST_S = 30
"""After this a message that did not come back was lost, and the next who looks sends another."""


@contextmanager
def asking(user_id: int) -> Iterator[None]:
    """One at a time of each user: a page that asks with every key would take all threads."""
    lock = client().lock(_name("asking", user_id), timeout=20, blocking_timeout=PATIENCE_S)
    try:
        with lock:
            _count(user_id)
            yield
    except LockError:
        raise ActionError(_("Your last forecast is still being computed. Ask again in a moment.")) from None


def _count(user_id: int) -> None:
    begun = _name("begun", user_id)
    with client().pipeline() as pipe:
        pipe.incr(begun)
        pipe.expire(begun, 60, nx=True)
        count = pipe.execute()[0]
    if count > MOST_A_MINUTE:
        raise ActionError(_("These are many forecasts in a minute. Go on with the next one."))


def hand_over(user_id: int, forecast: str) -> None:
    client().set(_name("of", user_id), forecast, ex=_KEPT_S)
    client().zadd(_name("waiting"), {str(user_id): time.time()}, nx=True)
    ring()


def is_waiting(user_id: int, forecast: str) -> bool:
    is_latest = client().get(_name("of", user_id)) == forecast
    return is_latest and client().zscore(_name("waiting"), str(user_id)) is not None


def ring() -> None:
    """Unless a message is on its way."""
    if client().set(_name("rung"), "1", nx=True, ex=_LOST_S):
        _send()


def next_in_turn() -> tuple[int, str] | None:
    """Who waited longest, with what they asked last. They stay in line: a worker that dies loses nobody."""
    while first := cast("list[str]", client().zrange(_name("waiting"), 0, 0)):
        user_id = int(first[0])
        forecast = client().get(_name("of", user_id))
        if forecast is not None:
            client().zadd(_name("waiting"), {str(user_id): time.time()})
            return user_id, str(forecast)
        client().zrem(_name("waiting"), str(user_id))
    return None


def slice_is_over(user_id: int, forecast: str, *, is_left: bool) -> None:
    if not is_left and client().get(_name("of", user_id)) == forecast:
        client().zrem(_name("waiting"), str(user_id))


def pass_on() -> None:
    """The message goes round while anybody waits."""
    if client().zcard(_name("waiting")):
        client().set(_name("rung"), "1", ex=_LOST_S)
        _send()
    else:
        client().delete(_name("rung"))


def _send() -> None:
    current_app.send_task("arena.tournaments.tasks.forecast")


def _name(*parts: object) -> str:
    return key("forecast", *map(str, parts))
