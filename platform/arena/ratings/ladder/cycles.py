"""The ladder's cycles: schedule pods, close at the deadline, rate what is finished.

One cycle per pool is open at a time. ``run_ladder`` is what the beat calls: it closes what is done and opens what is
due, under the pool's row lock; running it twice or late changes nothing. A cycle is rated in the transaction that
closes it: cycles enter the log in their order, and no message can get lost between the two. Newcomers do not wait for
cycles: see ``arena.ratings.ladder.placing``.
"""

import hashlib
import secrets
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions.schedule import Plan, schedule_all
from arena.matches.models import Match, MatchKind, MatchState
from arena.matches.seating import entrant_counts
from arena.ratings.actions.close_period import close_in
from arena.ratings.ladder.field import Field, read_field
from arena.ratings.ladder.matchmaking import Candidate, Request, make_pods
from arena.ratings.ladder.placing import close_batches, open_batches
from arena.ratings.ladder.resting import is_at_rest
from arena.ratings.ladder.rules import CYCLE_LIMIT, HOUSE_GAMES, open_pods
from arena.ratings.ladder.suspension import note_results
from arena.ratings.models import Cycle, CycleState, Pool
from engines import variant


def run_ladder(pool_id: int, now: datetime | None = None) -> None:
    now = now or timezone.now()
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        cycle = Cycle.objects.filter(pool=pool).order_by("-number").first()
        number = cycle.number + 1 if cycle else 1
        field = read_field(pool, now) if pool.makes_pods else None
        if cycle is None or cycle.state == CycleState.CLOSED or _is_due(cycle, now):
            rests = field is not None and is_at_rest(cycle, len(field.newcomers), now)
            pods = _choose_pods(pool, number, field) if field and not rests else []
            if cycle is not None and cycle.state == CycleState.OPEN:
                _close(pool, cycle, now)
            if pool.is_open:
                _open(pool, number, pods, now)
        close_batches(pool, _key(pool, number), now)
        if field:
            open_batches(pool, field, now)


def _is_due(cycle: Cycle, now: datetime) -> bool:
    """All its own pods are over, or some of them at its deadline. Unfinished ones move on: a slow bot holds up nobody.

    Pods that moved here are not waited for, or one that is stuck would make every cycle last to its deadline.
    """
    pods = Match.objects.filter(period=cycle.key)
    own = pods.filter(key__startswith=f"{cycle.key}/p")
    waited_for = own if own.exists() else pods
    return cycle.deadline <= now or not waited_for.filter(state=MatchState.RUNNING).exists()


def _close(pool: Pool, cycle: Cycle, now: datetime) -> None:
    # A pod that ends just now keeps its place: the update looks at its state again after waiting for its row.
    running = Match.objects.filter(period=cycle.key, state=MatchState.RUNNING)
    running.update(period=_key(pool, cycle.number + 1))
    cycle.state = CycleState.CLOSED
    cycle.closed_at = now
    cycle.save(update_fields=["state", "closed_at"])
    note_results(pool, cycle.key)
    close_in(pool, cycle.key, now)


def _key(pool: Pool, number: int) -> str:
    return Cycle(pool=pool, number=number).key


def _open(pool: Pool, number: int, pods: list[tuple[int, ...]], now: datetime) -> None:
    """Without pods only to rate what is left over, also on a ladder that was switched off."""
    key = _key(pool, number)
    if not pods and not Match.objects.filter(period=key).exists():
        return
    cycle = Cycle.objects.create(pool=pool, number=number, opened_at=now, deadline=now + CYCLE_LIMIT)
    versions = BotVersion.objects.in_bulk({member for pod in pods for member in pod})
    schedule_all(
        [_plan(cycle, place, [versions[member] for member in members], now) for place, members in enumerate(pods)]
    )


def _choose_pods(pool: Pool, number: int, field: Field) -> list[tuple[int, ...]]:
    played = variant(pool.variant)
    size = entrant_counts(played)[0]
    seed = hashlib.sha256(f"{settings.SECRET_KEY}|{_key(pool, number)}".encode()).digest()
    free = open_pods(len(field.candidates), size, pool.ladder_weight) - field.open_pods
    if any(not candidate.is_anchor for candidate in field.candidates) or field.is_busy:
        return make_pods(Request(field.candidates, size, max(0, free), seed, played.rank_policy, field.meetings))
    if field.newcomers or pool.last_seq >= HOUSE_GAMES:
        return []
    return _house_pods(field.candidates, size, number)


def _house_pods(anchors: list[Candidate], size: int, cycles: int) -> list[tuple[int, ...]]:
    """A window over the anchors that moves with every cycle."""
    if len(anchors) < size:
        return []
    return [tuple(anchors[(cycles + step) % len(anchors)].version for step in range(size))]


def _plan(cycle: Cycle, place: int, members: list[BotVersion], now: datetime) -> Plan:
    key = f"{cycle.key}/p{place}"
    return Plan(
        kind=MatchKind.LADDER,
        key=key,
        source=cycle.pool.ladder_source,
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
