"""The arena's Celery application on a broker that delivers every message twice: ``celery -A tests.chaos.twice``.

A broker promises at least once. This one keeps the promise in the worst way: each task, from whoever sends it, is put
into its queue two times, under the same id.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from kombu.messaging import Producer

from arena.celery import CONTROL, PLAY, app

__all__ = ["app", "every_message_twice"]

SWITCH = "ARENA_TEST_TWICE"
_once = Producer._publish


def _publish_twice(self: Producer, *given: Any, **named: Any) -> Any:
    key = named.get("routing_key", given[6] if len(given) > 6 else "")
    if key in (CONTROL, PLAY):  # tasks; signs of life of workers are no messages to anybody's work
        _once(self, *given, **named)
    return _once(self, *given, **named)


@contextmanager
def every_message_twice() -> Iterator[None]:
    """The same for messages that this process sends."""
    with patch.object(Producer, "_publish", _publish_twice):
        yield


if os.environ.get(SWITCH):  # set by the harness for the processes it starts
    patch.object(Producer, "_publish", _publish_twice).start()
