"""Celery's part of structured logs: each line of a task carries its id, and the id of the request that caused it."""

from __future__ import annotations

from typing import Any

import structlog
from celery import signals

log = structlog.get_logger("arena.task")
HEADER = "request_id"
ROUTINE = {"arena.health.tasks.pulse"}
"""Tasks that only prove that somebody is there would drown the others: their lines are for debugging."""


def install() -> None:
    signals.setup_logging.connect(_keep_our_logging)
    signals.before_task_publish.connect(_send_request_id)
    signals.task_prerun.connect(_bind)
    signals.task_postrun.connect(_report)


def _keep_our_logging(**_: Any) -> None:
    """A receiver of this signal stops Celery from setting up logging of its own; Django's set-up stays."""


def _send_request_id(headers: dict[str, Any] | None = None, **_: Any) -> None:
    identifier = structlog.contextvars.get_contextvars().get(HEADER)
    if headers is not None and identifier:
        headers[HEADER] = identifier


def _bind(task_id: str = "", task: Any = None, **_: Any) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task_id=task_id, task=task.name)
    if identifier := task.request.get(HEADER):
        structlog.contextvars.bind_contextvars(request_id=identifier)


def _report(task: Any = None, state: str | None = None, **_: Any) -> None:
    level = "debug" if task.name in ROUTINE else "info"
    getattr(log, level)("task", state=state)
    structlog.contextvars.clear_contextvars()
