"""End a season and begin the next: tables and log of the old one stay as they are.

Ending takes a while. ``ask_to_end`` stops new pods; the beat calls ``finish_season`` until everything that was being
played is rated and fitted; then the board is final, and the next season is open.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.matches.models import Match, MatchState
from arena.ratings.actions.refit import refit
from arena.ratings.log.lives import last_lives
from arena.ratings.models import (
    Anchor,
    CarriedLive,
    Cycle,
    CycleState,
    DuePeriod,
    FinalPlace,
    LadderEntry,
    Pool,
    Standing,
)
from referee.ratings.scale import CENTRE


class SeasonError(Exception):
    """A sentence for organisers and staff: what to do first."""


@transaction.atomic
def ask_to_end(pool_id: int, by: User, carry_over: int, now: datetime | None = None) -> Pool:
    """No new pods from now on. ``carry_over``: percent of the way from 1500 that live Elo keeps in the next season."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    if not pool.is_open:
        raise SeasonError(_("%(pool)s is over already.") % {"pool": pool})
    if not 0 <= carry_over <= 100:
        raise SeasonError(_("Between 0 and 100 percent can be carried over."))
    if not pool.last_seq:
        raise SeasonError(_("%(pool)s has no rated game yet: there is nothing to end.") % {"pool": pool})
    pool.ending_since = pool.ending_since or now or timezone.now()
    pool.ended_by, pool.carry_over = by, carry_over
    pool.save(update_fields=["ending_since", "ended_by", "carry_over"])
    return pool


@transaction.atomic
def go_on(pool_id: int) -> Pool:
    """Take the end back, as long as it has not come."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    if not pool.is_open:
        raise SeasonError(_("%(pool)s is over already.") % {"pool": pool})
    pool.ending_since = pool.ended_by = None
    pool.save(update_fields=["ending_since", "ended_by"])
    return pool


def finish_season(pool_id: int, now: datetime | None = None) -> Pool | None:
    """The next season, or None while something of the old one is still being played."""
    pool = Pool.objects.get(pk=pool_id)
    if not pool.is_open or pool.ending_since is None or _is_played(pool):
        return None
    if pool.fitted_seq < pool.last_seq:
        refit(pool_id)
    try:
        return begin_season(pool_id, now)
    except SeasonError:  # a tournament began a round just now: the next beat tries again
        return None


@transaction.atomic
def begin_season(pool_id: int, now: datetime | None = None) -> Pool:
    """Close the pool and open its successor with the same anchors, in their newest versions, and switches."""
    now = now or timezone.now()
    old = Pool.objects.select_for_update().get(pk=pool_id)
    if not old.is_open:
        raise SeasonError(_("%(pool)s is over already.") % {"pool": old})
    if old.ladder_is_on and old.ending_since is None:
        raise SeasonError(_("Switch the ladder of %(pool)s off first, so that no new pods are made.") % {"pool": old})
    if _is_played(old):
        raise SeasonError(_("Rated games of %(pool)s are still being played; try again in a while.") % {"pool": old})
    old.is_open, old.ended_at = False, now
    old.save(update_fields=["is_open", "ended_at"])
    _keep_places(old)
    new = Pool.objects.create(
        variant=old.variant,
        season=old.season + 1,
        ladder_is_on=old.ladder_is_on,
        ladder_weight=old.ladder_weight,
        began_at=now,
    )
    Anchor.objects.bulk_create(
        Anchor(pool=new, version_id=anchor.version.bot.active_version_id or anchor.version_id, rating=anchor.rating)
        for anchor in old.anchors.select_related("version__bot")
    )
    if old.carry_over:
        _carry_over(old, new, now)
    return new


def _is_played(pool: Pool) -> bool:
    rated = Match.objects.filter(variant=pool.variant, is_rated=True)
    return (
        Cycle.objects.filter(pool=pool, state=CycleState.OPEN).exists()
        or rated.filter(state=MatchState.RUNNING).exists()
        or rated.filter(period__in=DuePeriod.objects.values("key")).exists()
    )


def _keep_places(pool: Pool) -> None:
    """Who stood on the final board. Bots go on and get new versions; the board of this season stays theirs."""
    place, places = 0, []
    for line in Standing.objects.on_board().filter(pool=pool):
        is_placed = line.rating is not None and not line.is_provisional and not line.is_anchor
        place += is_placed
        places.append(FinalPlace(pool=pool, version_id=line.version_id, place=place if is_placed else None))
    FinalPlace.objects.bulk_create(places, batch_size=2000)


def _carry_over(old: Pool, new: Pool, now: datetime) -> None:
    """Live Elo comes part of the way, and who was placed need not be placed again. Written down, not computed later:
    a correction of the old season must not move the new one."""
    share = old.carry_over / 100.0
    anchors = set(new.anchors.values_list("version", flat=True))
    CarriedLive.objects.bulk_create(
        CarriedLive(pool=new, version_id=version, live=CENTRE + share * (live - CENTRE))
        for version, live in sorted(last_lives(old).items())
        if version not in anchors
    )
    placed = LadderEntry.objects.filter(pool=old, is_suspended=False, placed_at__isnull=False)
    LadderEntry.objects.bulk_create(
        LadderEntry(pool=new, version_id=version, joined_at=now, placed_at=now)
        for version in placed.filter(version__bot__active_version=F("version")).values_list("version", flat=True)
    )
