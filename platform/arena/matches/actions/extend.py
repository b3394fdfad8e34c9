"""Make a match longer after it was over: extra blocks at a tie, or the second part of a series."""

from django.db import transaction

from arena.matches.actions.schedule import add_blocks
from arena.matches.models import Match, MatchState


@transaction.atomic
def extend(match_id: int, total: int) -> None:
    """Give the match ``total`` blocks. Again, or with fewer than it has: nothing happens."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.state == MatchState.CANCELLED or total <= match.blocks_planned:
        return
    match.state = MatchState.RUNNING
    match.finished_at = None
    match.save(update_fields=["state", "finished_at"])
    add_blocks(match, total)
