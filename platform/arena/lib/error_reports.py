"""Errors of every process, told to Sentry where the operator names one. Its own integrations of Django, Celery, Redis
and logging find them; only what must not leave the site is decided here.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def install() -> None:
    if not settings.SENTRY_DSN:
        return
    if find_spec("sentry_sdk") is None:
        raise ImproperlyConfigured(
            "ARENA_SENTRY_DSN is set, but sentry-sdk is missing. Install the extra: pip install 'karma-arena[sentry]'"
        )
    import sentry_sdk  # noqa: PLC0415 - most arenas go without

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.ENVIRONMENT.mode,
        send_default_pii=False,
        # Hidden cards, programs of authors and passwords are among the values of variables and in bodies.
        include_local_variables=False,
        max_request_body_size="never",
        before_send=_about_this_request,
    )


def _about_this_request(event: Event, _hint: Hint) -> Event:
    # As in our own log: an address without its query, and the id by which the lines of a request are found.
    event.get("request", {}).pop("query_string", None)
    known = structlog.contextvars.get_contextvars()
    event.setdefault("tags", {}).update({name: str(known[name]) for name in ("request_id", "task_id") if name in known})
    return event
