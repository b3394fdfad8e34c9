"""The arena's Celery application in a process whose every message is delivered twice: ``celery -A``."""

from arena.celery import app
from arena.chaos.twice import send_twice

__all__ = ["app"]

send_twice()
