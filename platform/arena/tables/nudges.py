"""Messages to the workers. They may be lost: every table that waits for a bot has a deadline."""

from celery import current_app
from django.db import transaction


def programs_are_asked() -> None:
    transaction.on_commit(call_for_programs, robust=True)


def call_for_programs() -> None:
    """A worker that plays, for one decision of a bot."""
    current_app.send_task("arena.tables.tasks.play_turn", expires=60)


def bots_are_asked(table: int) -> None:
    transaction.on_commit(lambda: call_for_the_house(table), robust=True)


def call_for_the_house(table: int) -> None:
    """A message that nobody took by then is one of many: ``answering.call_again`` sends the next."""
    current_app.send_task("arena.tables.tasks.answer", args=[table], expires=10)
