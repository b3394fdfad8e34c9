"""Messages to the workers. They may be lost: every table that waits for a bot has a deadline."""

from celery import current_app
from django.db import transaction


def bots_are_asked(table: int) -> None:
    transaction.on_commit(lambda: current_app.send_task("arena.tables.tasks.answer", args=[table]), robust=True)
