"""Messages to the control workers. They carry ids, go out after the commit, and may be lost: beat comes by."""

from celery import current_app
from django.db import transaction


def tournament_has_news(tournament_id: int) -> None:
    transaction.on_commit(
        lambda: current_app.send_task("arena.tournaments.tasks.advance", [tournament_id]), robust=True
    )
