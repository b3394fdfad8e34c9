"""What of the log of a pool counts: corrections stand where their game first stood."""

from typing import Any

from arena.ratings.models import EventKind, Pool, RatingEvent


def corrections(pool: Pool, upto: int) -> dict[int, dict[str, Any]]:
    """Newest correction of each corrected game."""
    rows = RatingEvent.objects.filter(pool=pool, kind=EventKind.REVISE, seq__lte=upto).order_by("seq")
    return dict(rows.values_list("game", "payload"))
