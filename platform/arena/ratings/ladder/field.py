"""Who may play on a ladder now, and what matchmaking wants to know of them. A fixed number of queries."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.bots.models import Bot, CheckState, competing
from arena.matches.models import Entrant, MatchState
from arena.ratings.ladder.matchmaking import Candidate
from arena.ratings.ladder.rules import PLACEMENT_BLOCKS
from arena.ratings.models import Anchor, Cycle, LadderEntry, Pool, Standing
from arena.ratings.scale import CENTRE
from engines import variant

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Field:
    candidates: list[Candidate]
    meetings: Counter[frozenset[int]]
    """How often two versions sat in one pod in the last day."""
    is_busy: bool
    """Uploaded bots are in pods right now: the ladder is theirs, even if all of them are."""


@dataclass(frozen=True)
class _Day:
    """The pods of the last 24 hours. A pod is one block and everybody in it plays all its games, so counting pods
    orders versions as counting games would."""

    pods: Counter[int]
    last: dict[int, float]
    playing: set[int]
    meetings: Counter[frozenset[int]]


def read_field(pool: Pool, now: datetime) -> Field:
    """Active versions of bots that play this game, and the anchors. Left out: suspended ones, and those still in a pod:
    a slow bot would otherwise collect pod upon pod."""
    able = {bot.pk: bot for bot in _bots(pool)}
    anchors = {each.version_id: each for each in Anchor.objects.filter(pool=pool).select_related("version")}
    bots = {bot.active_version_id: bot for bot in able.values() if bot.active_version_id and not bot.is_house}
    entries = _entries(pool, list(bots), now)
    # A pool's anchors stay the versions with which it began.
    bots |= {pk: able[anchor.version.bot_id] for pk, anchor in anchors.items() if anchor.version.bot_id in able}
    ratings = _ratings(pool, bots)
    day = _last_day(pool, now)
    found = [
        Candidate(
            version=pk,
            rating=anchors[pk].rating if pk in anchors else ratings.get(pk, CENTRE),
            owner=bot.owner_id,
            recent_games=day.pods[pk],
            idle_since=day.last.get(pk, 0.0),
            placement_blocks=entries[pk].placement_blocks if pk in entries else PLACEMENT_BLOCKS,
            is_anchor=pk in anchors,
        )
        for pk, bot in sorted(bots.items())
        if pk in anchors or (pk in entries and not entries[pk].is_suspended and pk not in day.playing)
    ]
    return Field(found, day.meetings, bool(day.playing & entries.keys()))


def _bots(pool: Pool) -> list[Bot]:
    game = variant(pool.variant).game
    return list(Bot.objects.filter(competing(), active_version__state=CheckState.READY, games__contains=[game]))


def _entries(pool: Pool, versions: list[int], now: datetime) -> dict[int, LadderEntry]:
    known = {entry.version_id: entry for entry in LadderEntry.objects.filter(pool=pool, version__in=versions)}
    fresh = [LadderEntry(pool=pool, version_id=pk, joined_at=now) for pk in versions if pk not in known]
    # The caller holds the pool's lock: nobody else makes entries of this pool.
    LadderEntry.objects.bulk_create(fresh)
    return known | {entry.version_id: entry for entry in fresh}


def _ratings(pool: Pool, bots: dict[int, Bot]) -> dict[int, float]:
    """Live Elo as the board has it; a version that has not played yet stands where its predecessor stands."""
    rows = Standing.objects.filter(pool=pool, version__bot__in=bots.values()).order_by("version__number")
    newest = dict(rows.values_list("version__bot", "live"))
    return {pk: newest[bot.pk] for pk, bot in bots.items() if bot.pk in newest}


def _last_day(pool: Pool, now: datetime) -> _Day:
    cycles = Cycle.objects.filter(pool=pool, opened_at__gt=now - _DAY).select_related("pool")
    opened = {cycle.key: cycle.opened_at.timestamp() for cycle in cycles}
    following = {Cycle(pool=pool, number=cycle.number + 1).key for cycle in cycles}
    rows = (
        Entrant.objects.filter(match__period__in=opened.keys() | following)
        .exclude(match__state=MatchState.CANCELLED)
        .order_by("match", "position")
        .values_list("match", "match__key", "match__state", "version")
    )
    pods: Counter[int] = Counter()
    meetings: Counter[frozenset[int]] = Counter()
    last: dict[int, float] = {}
    playing: set[int] = set()
    tables: dict[int, set[int]] = {}
    for match, key, state, version in rows:
        if version in (table := tables.setdefault(match, set())):
            continue
        meetings.update(frozenset((version, other)) for other in table)
        table.add(version)
        pods[version] += 1
        last[version] = max(last.get(version, 0.0), opened.get(key.rpartition("/")[0], 0.0))
        if state == MatchState.RUNNING:
            playing.add(version)
    return _Day(pods, last, playing, meetings)
