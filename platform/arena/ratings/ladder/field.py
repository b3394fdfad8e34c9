"""Who may play on a ladder now, and what matchmaking wants to know of them. A fixed number of queries."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from arena.bots.models import Bot, CheckState, competing
from arena.matches.costs import known_costs
from arena.matches.models import Entrant, MatchState
from arena.ratings.ladder.matchmaking import Candidate
from arena.ratings.ladder.placement import UNKNOWN_ERROR, Newcomer
from arena.ratings.ladder.rules import QUICK_S, SEARCH_S
from arena.ratings.models import PLACEMENT, Anchor, CarriedLive, Cycle, LadderEntry, Pool, Standing
from bots.house.registry import searches
from engines import variant
from referee.ratings.scale import CENTRE

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Field:
    candidates: list[Candidate]
    """Regulars that are free, and the anchors. Left out: suspended ones, and those still in a pod: a slow bot would
    otherwise collect pod upon pod. A quick one need not wait for a pod of an earlier cycle."""
    opponents: list[Candidate]
    """The anchors and every regular whose rating is settled, free or not: those who can place a newcomer."""
    newcomers: dict[int, Newcomer]
    """By ladder entry, in the order in which they came."""
    meetings: Counter[frozenset[int]]
    """How often two versions sat in one pod in the last day."""
    drafted: Counter[int]
    """Blocks for which each version was called to place newcomers in the last day."""
    open_pods: int
    is_busy: bool
    """Uploaded bots are in pods right now: the ladder is theirs, even if all of them are."""


@dataclass(frozen=True)
class _Day:
    """The pods of the last 24 hours."""

    last: dict[int, float]
    playing: set[int]
    busy: set[int]
    """Those of them who get no further pod now."""
    meetings: Counter[frozenset[int]]
    drafted: Counter[int]
    open_pods: int


def read_field(pool: Pool, now: datetime) -> Field:
    """Active versions of bots that play this game, and the anchors."""
    able = {bot.pk: bot for bot in _bots(pool)}
    anchors = {anchor.version_id: anchor for anchor in Anchor.objects.filter(pool=pool).select_related("version")}
    bots = {bot.active_version_id: bot for bot in able.values() if bot.active_version_id and not bot.is_house}
    entries = _entries(pool, [pk for pk in bots if pk not in anchors], now)
    # A pool's anchors stay the versions with which it began.
    bots |= {pk: able[anchor.version.bot_id] for pk, anchor in anchors.items() if anchor.version.bot_id in able}
    standings = _standings(pool, bots)
    carried = dict(CarriedLive.objects.filter(pool=pool).values_list("version", "live"))
    seconds = {pk: ms / 1000.0 for (pk, slug), ms in known_costs(bots).items() if slug == pool.variant}
    day = _last_day(pool, seconds, now)
    placed = {pk: entry for pk, entry in entries.items() if entry.placed_at is not None and not entry.is_suspended}
    regulars = [
        _anchor(anchors[pk], bot, seconds)
        if pk in anchors
        else _regular(
            placed[pk],
            bot,
            standings.get(bot.pk),
            start=carried.get(pk, CENTRE),
            seconds=seconds.get(pk, 0.0),
            last=day.last.get(pk),
            now=now,
        )
        for pk, bot in sorted(bots.items())
        if pk in anchors or pk in placed
    ]
    settled = {line.version_id for line in standings.values() if not line.is_provisional}
    return Field(
        candidates=[regular for regular in regulars if regular.is_anchor or regular.version not in day.busy],
        opponents=[regular for regular in regulars if regular.is_anchor or regular.version in settled],
        newcomers=_newcomers(entries, bots, standings, seconds),
        meetings=day.meetings,
        drafted=day.drafted,
        open_pods=day.open_pods,
        is_busy=bool(day.playing & entries.keys()),
    )


def _anchor(anchor: Anchor, bot: Bot, seconds: dict[int, float]) -> Candidate:
    unseen = SEARCH_S if searches(bot.house_name) else 0.0
    return Candidate(anchor.version_id, anchor.rating, seconds=seconds.get(anchor.version_id, unseen), is_anchor=True)


def _regular(
    entry: LadderEntry,
    bot: Bot,
    line: Standing | None,
    *,
    start: float,
    seconds: float,
    last: float | None,
    now: datetime,
) -> Candidate:
    pk, placed_at = entry.version_id, entry.placed_at or entry.joined_at
    since = placed_at.timestamp() if last is None else last
    return Candidate(
        version=pk,
        rating=_rating(line, start),
        owner=bot.owner_id,
        seconds=seconds,
        waited_s=max(0.0, now.timestamp() - since),
        error=line.error if line and line.version_id == pk and line.error else UNKNOWN_ERROR,
    )


def _bots(pool: Pool) -> list[Bot]:
    """Those whose author chose this ladder, or none: then all."""
    chosen = Q(ladders=[]) | Q(ladders__contains=[pool.variant])
    game = variant(pool.variant).game
    return list(Bot.objects.filter(competing(), chosen, active_version__state=CheckState.READY, games__contains=[game]))


def _entries(pool: Pool, versions: list[int], now: datetime) -> dict[int, LadderEntry]:
    known = {entry.version_id: entry for entry in LadderEntry.objects.filter(pool=pool, version__in=versions)}
    fresh = [LadderEntry(pool=pool, version_id=pk, joined_at=now) for pk in versions if pk not in known]
    # The caller holds the pool's lock: nobody else makes entries of this pool.
    LadderEntry.objects.bulk_create(fresh)
    return known | {entry.version_id: entry for entry in fresh}


def _standings(pool: Pool, bots: dict[int, Bot]) -> dict[int, Standing]:
    """By bot: the line of its newest version that has one."""
    rows = pool.standings.filter(version__bot__in=bots.values()).order_by("version__number")
    return {line.version.bot_id: line for line in rows.select_related("version")}


def _rating(line: Standing | None, start: float) -> float:
    """The fit's; live Elo while there is none. A version that has not played stands where its predecessor does."""
    if line is None:
        return start
    return line.live if line.rating is None else line.rating


def _newcomers(
    entries: dict[int, LadderEntry], bots: dict[int, Bot], standings: dict[int, Standing], seconds: dict[int, float]
) -> dict[int, Newcomer]:
    waiting = [entry for entry in entries.values() if entry.placed_at is None and not entry.is_suspended]
    newcomers = {}
    for entry in sorted(waiting, key=lambda entry: (entry.joined_at, entry.pk)):
        pk = entry.version_id
        line = standings.get(bots[pk].pk)
        own = line if line is not None and line.version_id == pk else None
        newcomers[entry.pk] = Newcomer(
            version=pk,
            owner=bots[pk].owner_id,
            rating=_rating(line, CENTRE),
            error=own.error if own and own.error else UNKNOWN_ERROR,
            games=own.games if own else 0,
            seconds=seconds.get(pk, 0.0),
            is_settled=own is not None and (own.is_at_an_end or not own.is_provisional),
            is_one_sided=own is not None and own.is_one_sided,
        )
    return newcomers


def _last_day(pool: Pool, seconds: dict[int, float], now: datetime) -> _Day:
    cycles = Cycle.objects.filter(pool=pool, opened_at__gt=now - _DAY).select_related("pool")
    opened = {cycle.key: cycle.opened_at.timestamp() for cycle in cycles}
    following = {Cycle(pool=pool, number=cycle.number + 1).key for cycle in cycles}
    rows = (
        Entrant.objects.filter(match__period__in=opened.keys() | following)
        .exclude(match__state=MatchState.CANCELLED)
        .order_by("match", "position")
        .values_list("match", "match__key", "match__period", "match__state", "version")
    )
    meetings: Counter[frozenset[int]] = Counter()
    last: dict[int, float] = {}
    playing: set[int] = set()
    busy: set[int] = set()
    tables: dict[int, set[int]] = {}
    running: set[int] = set()
    for match, key, period, state, version in rows:
        if version in (table := tables.setdefault(match, set())):
            continue
        meetings.update(frozenset((version, other)) for other in table)
        table.add(version)
        own_cycle = key.rpartition("/")[0]
        last[version] = max(last.get(version, 0.0), opened.get(own_cycle, 0.0))
        if state == MatchState.RUNNING:
            playing.add(version)
            if period == own_cycle or not 0.0 < seconds.get(version, 0.0) <= QUICK_S:
                busy.add(version)
            running.add(match)
    return _Day(last, playing, busy, meetings, _drafted(pool, now), len(running))


def _drafted(pool: Pool, now: datetime) -> Counter[int]:
    rows = Entrant.objects.filter(
        match__key__startswith=f"{pool.key}/{PLACEMENT}", match__created_at__gt=now - _DAY, position__gt=0
    ).values_list("version", "match__blocks_planned")
    drafted: Counter[int] = Counter()
    for version, blocks in rows:
        drafted[version] += blocks
    return drafted
