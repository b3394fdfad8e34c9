"""Sources without queued games leave the turn order, so that claims need not look at them."""

from django.db import transaction
from django.db.models import Exists, OuterRef

from arena.matches.models import Game, GameState, QueueSource


@transaction.atomic
def clear_idle_sources() -> int:
    """Locked first, looked at in a statement of its own: who queues a game now says so after this, or is seen here."""
    waiting = list(
        QueueSource.objects.select_for_update(skip_locked=True, no_key=True).filter(is_waiting=True).order_by("pk")
    )
    queued = Game.objects.filter(state=GameState.QUEUED, source=OuterRef("name"))
    idle = QueueSource.objects.filter(~Exists(queued), pk__in=[source.pk for source in waiting])
    return idle.update(is_waiting=False)
