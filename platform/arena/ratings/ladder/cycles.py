"""The ladder's cycles: schedule pods, close at the deadline, rate what is finished.

One cycle per pool is open at a time. ``run_ladder`` is what the beat calls: it closes what is done and opens what is
due, under the pool's row lock; running it twice or late changes nothing. A cycle is rated in the transaction that
closes it: cycles enter the log in their order, and no message can get lost between the two.
"""

import hashlib
import secrets
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Match, MatchKind, MatchState
from arena.matches.seating import entrant_counts
from arena.ratings.actions.close_period import close_in
from arena.ratings.ladder.field import read_field
from arena.ratings.ladder.matchmaking import Candidate, Request, make_pods
from arena.ratings.ladder.rules import CYCLE_LIMIT, HOUSE_GAMES, pods_per_cycle
from arena.ratings.ladder.suspension import note_results
from arena.ratings.models import Cycle, CycleState, Pool
from engines import variant


def run_ladder(pool_id: int, now: datetime | None = None) -> None:
    now = now or timezone.now()
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        cycle = Cycle.objects.filter(pool=pool, state=CycleState.OPEN).first()
        if cycle is not None and not _close_if_due(pool, cycle, now):
            return
        if pool.is_open:
            _open_next(pool, now)


def _close_if_due(pool: Pool, cycle: Cycle, now: datetime) -> bool:
    """All its own pods are over, or the deadline is. Unfinished pods move on: one slow bot holds up nobody.

    Pods that moved here are not waited for either, or one that is stuck would make every cycle last to its deadline.
    """
    pods = Match.objects.filter(period=cycle.key)
    open_pods = pods.filter(state=MatchState.RUNNING)
    own = pods.filter(key__startswith=f"{cycle.key}/p")
    waited_for = own.filter(state=MatchState.RUNNING) if own.exists() else open_pods
    if cycle.deadline > now and waited_for.exists():
        return False
    # A pod that ends just now keeps its place: the update looks at its state again after waiting for its row.
    open_pods.update(period=_key(pool, cycle.number + 1))
    cycle.state = CycleState.CLOSED
    cycle.closed_at = now
    cycle.save(update_fields=["state", "closed_at"])
    note_results(pool, cycle.key)
    close_in(pool, cycle.key, now)
    return True


def _key(pool: Pool, number: int) -> str:
    return Cycle(pool=pool, number=number).key


def _open_next(pool: Pool, now: datetime) -> Cycle | None:
    """None: there is nobody to play. A ladder that was switched off still rates the pods that are left over."""
    last = Cycle.objects.filter(pool=pool).aggregate(last=Max("number"))["last"] or 0
    key = _key(pool, last + 1)
    pods = _choose_pods(pool, key, last, now) if pool.ladder_is_on else []
    if not pods and not Match.objects.filter(period=key).exists():
        return None
    cycle = Cycle.objects.create(pool=pool, number=last + 1, opened_at=now, deadline=now + CYCLE_LIMIT)
    versions = BotVersion.objects.in_bulk({member for pod in pods for member in pod})
    for place, members in enumerate(pods):
        _schedule_pod(cycle, place, [versions[member] for member in members], now)
    return cycle


def _choose_pods(pool: Pool, key: str, cycles: int, now: datetime) -> list[tuple[int, ...]]:
    field = read_field(pool, now)
    size = entrant_counts(variant(pool.variant))[0]
    seed = hashlib.sha256(f"{settings.SECRET_KEY}|{key}".encode()).digest()
    wanted = pods_per_cycle(len(field.candidates), size, pool.ladder_weight)
    if any(not each.is_anchor for each in field.candidates) or field.is_busy:
        return make_pods(Request(field.candidates, size, wanted, seed, field.meetings))
    return _house_pods(field.candidates, size, cycles) if pool.last_seq < HOUSE_GAMES else []


def _house_pods(anchors: list[Candidate], size: int, cycles: int) -> list[tuple[int, ...]]:
    """A window over the anchors that moves with every cycle."""
    if len(anchors) < size:
        return []
    return [tuple(anchors[(cycles + step) % len(anchors)].version for step in range(size))]


def _schedule_pod(cycle: Cycle, place: int, members: list[BotVersion], now: datetime) -> None:
    key = f"{cycle.key}/p{place}"
    schedule(
        Plan(
            kind=MatchKind.LADDER,
            key=key,
            source=f"ladder:{cycle.pool.variant}",
            variant=cycle.pool.variant,
            versions=members,
            secret=secrets.token_hex(32),
            deal_scope=key,
            blocks=1,
            deadline=now + limits.LADDER_DEADLINE,
            is_rated=True,
            period=cycle.key,
            place=place,
        )
    )
