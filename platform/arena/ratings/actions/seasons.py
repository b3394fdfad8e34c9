"""End a season and begin the next: tables and log of the old one stay as they are."""

from django.db import transaction
from django.utils.translation import gettext as _

from arena.matches.models import Match, MatchState
from arena.ratings.models import Anchor, Cycle, CycleState, DuePeriod, Pool


class SeasonError(Exception):
    """A sentence for staff: what to do first."""


@transaction.atomic
def begin_season(pool_id: int) -> Pool:
    """Close the pool and open its successor with the same anchors, in their newest versions, and switches."""
    old = Pool.objects.select_for_update().get(pk=pool_id)
    if not old.is_open:
        raise SeasonError(_("%(pool)s is over already.") % {"pool": old})
    if old.ladder_is_on:
        raise SeasonError(_("Switch the ladder of %(pool)s off first, so that no new pods are made.") % {"pool": old})
    open_cycle = Cycle.objects.filter(pool=old, state=CycleState.OPEN).exists()
    rated = Match.objects.filter(variant=old.variant, is_rated=True)
    running = rated.filter(state=MatchState.RUNNING).exists()
    due = rated.filter(period__in=DuePeriod.objects.values("key")).exists()
    if open_cycle or running or due:
        raise SeasonError(_("Rated games of %(pool)s are still being played; try again in a while.") % {"pool": old})
    old.is_open = False
    old.save(update_fields=["is_open"])
    new = Pool.objects.create(
        variant=old.variant, season=old.season + 1, ladder_is_on=False, ladder_weight=old.ladder_weight
    )
    Anchor.objects.bulk_create(
        Anchor(pool=new, version_id=anchor.version.bot.active_version_id or anchor.version_id, rating=anchor.rating)
        for anchor in old.anchors.select_related("version__bot")
    )
    return new
