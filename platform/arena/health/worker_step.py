"""A step of each Celery worker's main process that tells Redis every few seconds which queues it serves.

The main process does it by a timer, not a task: a worker whose processes are all busy with games is still alive.
"""

from __future__ import annotations

from typing import Any

import structlog
from celery import Celery, bootsteps
from redis.exceptions import RedisError

from arena.health import signs

log = structlog.get_logger(__name__)


class AliveStep(bootsteps.StartStopStep):
    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        tell(parent)
        self.timer = parent.timer.call_repeatedly(signs.EVERY_S, tell, (parent,), priority=10)

    def stop(self, parent: Any) -> None:
        if self.timer:
            self.timer.cancel()
        try:
            signs.worker_is_gone(parent.hostname, queues(parent))
        except RedisError as error:
            log.warning("could not sign off", error=str(error))

    terminate = stop


def queues(worker: Any) -> list[str]:
    return list(worker.app.amqp.queues.consume_from)


def tell(worker: Any) -> None:
    try:
        signs.worker_is_alive(worker.hostname, queues(worker), int(worker.concurrency or 1))
    except RedisError as error:
        # Celery itself reconnects to the broker; the next sign goes through then.
        log.warning("could not give a sign of life", error=str(error))


def install(app: Celery) -> None:
    app.steps["worker"].add(AliveStep)
