"""Take the games of a void match out of the ratings: corrections are appended, nothing is deleted."""

from django.db import transaction

from arena.matches.models import Match
from arena.ratings.actions.close_period import open_pool
from arena.ratings.actions.recompute import recompute
from arena.ratings.log.payloads import counts
from arena.ratings.models import EventKind, Pool, RatingEvent


@transaction.atomic
def take_out(match_id: int) -> int:
    """Append a correction for every rated game of the match and replay once; how many there were.

    The match is no longer marked as rated. The pool's lock is taken even if nothing was rated yet: a period that is
    being closed just now has either been written when we look, or sees the mark when it begins.
    """
    match = Match.objects.get(pk=match_id)
    open_pool(match.variant)
    taken = 0
    for pool in Pool.objects.select_for_update().filter(variant=match.variant).order_by("pk"):
        count = _append(pool, match)
        if count:
            recompute(pool.pk)
        taken += count
    return taken


def _append(pool: Pool, match: Match) -> int:
    newest: dict[int, RatingEvent] = {}
    for event in RatingEvent.objects.filter(pool=pool, game__block__match=match).order_by("seq"):
        newest[event.game_id] = event
    rated = [event for event in newest.values() if counts(event.payload)]
    RatingEvent.objects.bulk_create(
        RatingEvent(
            pool=pool,
            seq=seq,
            period_id=event.period_id,
            kind=EventKind.REVISE,
            game_id=event.game_id,
            revision=event.revision + 1,
            payload={},
        )
        for seq, event in enumerate(rated, pool.last_seq + 1)
    )
    pool.last_seq += len(rated)
    pool.save(update_fields=["last_seq"])
    return len(rated)
