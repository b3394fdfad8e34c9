"""Messages to the workers about uploads; see ``arena.matches.nudges`` for the manners."""

from celery import current_app
from django.db import transaction


def version_is_waiting(version_id: int) -> None:
    transaction.on_commit(lambda: current_app.send_task("arena.bots.tasks.check", [version_id]), robust=True)
