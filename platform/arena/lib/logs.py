"""Structured logs: one event with named values a line, JSON for machines or aligned text for people.

Everything logged through Python's `logging` (Django, Celery, uvicorn) takes the same path, so each line carries the
request id or task id that was bound when it was written.
"""

from __future__ import annotations

import logging.config
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structlog.typing import Processor


@dataclass(frozen=True)
class LogOptions:
    json: bool
    level: str


def configure(options: LogOptions) -> None:
    """Django calls this with settings.LOGGING."""
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "structured": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": _shared(),
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        *_renderers(options.json),
                    ],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
            "root": {"handlers": ["stderr"], "level": options.level},
            "loggers": {
                # Our own line per request (see request_id) replaces uvicorn's; its errors stay.
                "uvicorn": {"handlers": [], "propagate": True},
                "uvicorn.access": {"handlers": [], "propagate": False},
                "uvicorn.error": {"handlers": [], "propagate": True},
                "django.server": {"handlers": [], "propagate": False},
                # As above for tasks (see task_logs); failures are written with their traceback all the same.
                "celery.worker.strategy": {"level": "WARNING"},
                "celery.app.trace": {"level": "WARNING"},
                "celery.beat": {"level": "WARNING"},
            },
        }
    )


def _shared() -> Sequence[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=["status_code"]),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.StackInfoRenderer(),
    ]


def _renderers(json: bool) -> Sequence[Processor]:
    if json:
        # Without the local variables of each frame: a password may be among them.
        frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        return [structlog.processors.ExceptionRenderer(frames), structlog.processors.JSONRenderer(default=str)]
    return [
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
    ]
