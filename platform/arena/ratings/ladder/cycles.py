"""The ladder's cycles: schedule pods, close at the deadline, suspend bots that only fail.

One cycle per pool is open at a time. ``run_ladder`` is what the beat calls: it closes what is done and opens what is
due; running it twice or late changes nothing.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches import signals
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Game, GameState, Match, MatchKind, MatchState, Seat
from arena.matches.seating import entrant_counts
from arena.ratings.actions.close_period import live_table
from arena.ratings.ladder.matchmaking import PLACEMENT_BLOCKS, Candidate, Request, make_pods
from arena.ratings.ladder.suspension import note_faults
from arena.ratings.models import Anchor, Cycle, CycleState, LadderEntry, Pool
from arena.ratings.scale import CENTRE
from engines import variant

CYCLE_LIMIT = timedelta(minutes=10)
"""At its deadline a cycle closes with what is finished; the rest is rated with a later one."""
PODS_PER_CYCLE = 4
"""Per unit of weight."""
_DAY = timedelta(days=1)


def run_ladder(pool_id: int, now: datetime | None = None) -> None:
    now = now or timezone.now()
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        cycle = Cycle.objects.filter(pool=pool, state=CycleState.OPEN).first()
        if cycle is not None and not _close_if_due(cycle, now):
            return
        if pool.ladder_is_on and pool.is_open:
            _open_next(pool, now)


def _close_if_due(cycle: Cycle, now: datetime) -> bool:
    """All pods are over, or the deadline is. Unfinished pods move to the next cycle: one slow bot holds up nobody."""
    open_matches = Match.objects.filter(period=cycle.key, state=MatchState.RUNNING)
    if cycle.deadline > now and open_matches.exists():
        return False
    open_matches.update(period=_next_key(cycle))
    cycle.state = CycleState.CLOSED
    cycle.closed_at = now
    cycle.save(update_fields=["state", "closed_at"])
    note_faults(cycle)
    signals.period_complete.send(sender=Cycle, period=cycle.key)
    return True


def _next_key(cycle: Cycle) -> str:
    return Cycle(pool=cycle.pool, number=cycle.number + 1).key


def _open_next(pool: Pool, now: datetime) -> Cycle | None:
    candidates = _candidates(pool, now)
    uploaded = [each for each in candidates if not each.is_anchor]
    if not uploaded and len(candidates) < 2:
        return None
    last = Cycle.objects.filter(pool=pool).aggregate(last=Max("number"))["last"] or 0
    cycle = Cycle.objects.create(pool=pool, number=last + 1, opened_at=now, deadline=now + CYCLE_LIMIT)
    size = entrant_counts(variant(pool.variant))[0]
    pods = PODS_PER_CYCLE * pool.ladder_weight
    seed = hashlib.sha256(f"{settings.SECRET_KEY}|{cycle.key}".encode()).digest()
    chosen = make_pods(Request(candidates, size, pods, seed, _meetings(pool, now)))
    for place, members in enumerate(chosen or _anchor_pods(candidates, size)):
        _schedule_pod(cycle, place, members, now)
    return cycle


def _anchor_pods(candidates: list[Candidate], size: int) -> list[tuple[int, ...]]:
    """With nobody but the house the anchors play each other now and then, so that their distances are known."""
    anchors = [each.version for each in candidates if each.is_anchor]
    return [tuple(anchors[start : start + size]) for start in range(len(anchors) - size + 1)][:1]


def _schedule_pod(cycle: Cycle, place: int, members: tuple[int, ...], now: datetime) -> None:
    found = BotVersion.objects.in_bulk(members)
    key = f"{cycle.key}/p{place}"
    schedule(
        Plan(
            kind=MatchKind.LADDER,
            key=key,
            source=f"ladder:{cycle.pool.variant}",
            variant=cycle.pool.variant,
            versions=[found[member] for member in members],
            secret=secrets.token_hex(32),
            deal_scope=key,
            blocks=1,
            deadline=now + CYCLE_LIMIT,
            is_rated=True,
            period=cycle.key,
            place=place,
        )
    )


def _candidates(pool: Pool, now: datetime) -> list[Candidate]:
    """Active versions of bots that play this game, without suspended ones, and the anchors."""
    game = variant(pool.variant).game
    anchors = dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))
    bots = Bot.objects.filter(
        Q(active_version__state=CheckState.READY), is_retired=False, is_private=False, games__contains=[game]
    )
    versions = {bot.active_version_id: bot for bot in bots if bot.active_version_id is not None}
    entries = _entries(pool, [pk for pk, bot in versions.items() if not bot.is_house], now)
    live = live_table(pool).ratings
    games = _recent(pool, now)
    found = []
    for pk, bot in versions.items():
        entry = entries.get(pk)
        if entry is not None and entry.is_suspended:
            continue
        if bot.is_house and pk not in anchors:
            continue
        recent, last = games.get(pk, (0, 0.0))
        found.append(
            Candidate(
                version=pk,
                rating=anchors.get(pk, live.get(pk, CENTRE)),
                owner=bot.owner_id,
                recent_games=recent,
                idle_since=last,
                placement_blocks=entry.placement_blocks if entry else PLACEMENT_BLOCKS,
                is_anchor=pk in anchors,
            )
        )
    return found


def _entries(pool: Pool, versions: list[int], now: datetime) -> dict[int, LadderEntry]:
    LadderEntry.objects.bulk_create(
        [LadderEntry(pool=pool, version_id=pk, joined_at=now) for pk in versions], ignore_conflicts=True
    )
    return {entry.version_id: entry for entry in LadderEntry.objects.filter(pool=pool, version__in=versions)}


def _recent(pool: Pool, now: datetime) -> dict[int, tuple[int, float]]:
    """Games in the last day and the time of the last one, per version."""
    rows = (
        Seat.objects.filter(
            game__source=f"ladder:{pool.variant}", game__state=GameState.DONE, game__finished_at__gt=now - _DAY
        )
        .values_list("version")
        .annotate(games=Count("game", distinct=True), last=Max("game__finished_at"))
    )
    return {version: (games, last.timestamp()) for version, games, last in rows}


def _meetings(pool: Pool, now: datetime) -> dict[frozenset[int], int]:
    """How often two versions sat in one pod in the last day."""
    found: dict[frozenset[int], int] = {}
    matches = Match.objects.filter(source=f"ladder:{pool.variant}", created_at__gt=now - _DAY)
    for match in matches.prefetch_related("entrants"):
        members = sorted({entrant.version_id for entrant in match.entrants.all()})
        for index, one in enumerate(members):
            for other in members[index + 1 :]:
                pair = frozenset((one, other))
                found[pair] = found.get(pair, 0) + 1
    return found


def waiting_games(pool: Pool) -> int:
    return Game.objects.filter(source=f"ladder:{pool.variant}", state=GameState.QUEUED).count()
