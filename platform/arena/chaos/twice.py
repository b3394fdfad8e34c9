"""A broker that delivers every message twice.

It promises at least once. This one keeps the promise in the worst way: each task, from whoever sends it, is put into
its queue two times, under the same id. ``celery -A arena.chaos.doubled`` runs processes that do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.messaging import Producer

from arena.celery import CONTROL, PLAY

_once = Producer._publish


def _publish_twice(self: Producer, *given: Any, **named: Any) -> Any:
    key = named.get("routing_key", given[6] if len(given) > 6 else "")
    if key in (CONTROL, PLAY):  # tasks; signs of life of workers are no messages to anybody's work
        _once(self, *given, **named)
    return _once(self, *given, **named)


def send_twice() -> None:
    """From now on, whatever this process sends."""
    Producer._publish = _publish_twice  # type: ignore[method-assign]  # a fault, made on purpose


@contextmanager
def every_message_twice() -> Iterator[None]:
    send_twice()
    try:
        yield
    finally:
        Producer._publish = _once  # type: ignore[method-assign]  # as above
