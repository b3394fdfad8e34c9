"""What this app hears from below."""

from typing import Any

from django.utils import timezone

from arena.matches import signals
from arena.tables.actions import answering


def connect() -> None:
    signals.workers_were_heard.connect(_on_workers_heard, dispatch_uid="tables: take in answers")


def _on_workers_heard(sender: Any, **_kwargs: Any) -> None:
    answering.take_in(timezone.now)
