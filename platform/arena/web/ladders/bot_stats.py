"""What a bot's page tells of its play in one pool: history, opponents, seats, head to head, clock and faults.

Everything is read from the newest games up to a fixed number, in a fixed number of queries: a bot with a million games
costs no more than one with a thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.models import GameState, Seat
from arena.matches.reading import visible_games
from arena.ratings.log.effective import corrections
from arena.ratings.log.newest import newest_rated
from arena.ratings.log.payloads import counts
from arena.ratings.models import EventKind, LadderEntry, Pool, RatingEvent, Snapshot, Standing
from arena.web.ladders.meetings import (
    Highlight,
    Matrix,
    OpponentLine,
    SeatLine,
    best_win,
    by_opponent,
    by_seat,
    matrix,
    worst_loss,
)
from arena.web.ladders.style import Style, style_of
from referee.clock import TimeControl

GAMES = 1000
"""The newest: opponents and seats as the bot plays today, from one query that does not grow with its past."""
PERIODS = 200
"""Points of the line; more would fall together on a screen."""
CLOCKS = 500
"""Enough for a histogram whose bars are good to 2 percentage points."""
AT_THE_MATRIX = 8
"""Rows and columns. Each bot adds ``GAMES // 4`` games to what is read."""


@dataclass(frozen=True)
class Point:
    """One closed period of the history."""

    version: int
    closed_at: Any
    live: float
    rating: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Bar:
    name: str
    count: int
    width: float


@dataclass(frozen=True)
class BotStats:
    pool: Pool
    standings: list[Standing]
    """Of all pools it stands in, for the tabs."""
    standing: Standing
    history: list[Point]
    """Newest first."""
    opponents: list[OpponentLine]
    seats: list[SeatLine]
    matrix: Matrix | None
    games: int
    clock: list[Bar]
    slowest: list[Bar]
    faults: list[Bar]
    timed_games: int
    best_win: Remarkable | None
    worst_loss: Remarkable | None
    style: Style | None


@dataclass(frozen=True)
class Remarkable:
    """A game worth looking at, and who was beaten or won in it."""

    game: int
    opponent: BotVersion
    rating: float


def suspensions(bot: Bot) -> list[LadderEntry]:
    """Ladders that the active version was taken off."""
    entries = LadderEntry.objects.filter(version=bot.active_version_id, is_suspended=True)
    return list(entries.select_related("pool").order_by("pool__variant"))


@dataclass(frozen=True)
class Places:
    """Where a bot stands, and which of these is looked at."""

    standings: list[Standing]
    standing: Standing


def places(bot: Bot, wanted: str) -> Places | None:
    """The pool that ``wanted`` names, else where it has played most. None: it stands nowhere yet."""
    plays = Q(version=bot.active_version_id) | Q(version__bot=bot, is_anchor=True)
    rows = (
        Standing.objects.filter(plays, pool__is_open=True).select_related("pool").order_by("pool__variant", "is_anchor")
    )
    standings = list({row.pool_id: row for row in rows}.values())  # where it is an anchor, as that anchor
    if not standings:
        return None
    named = [standing for standing in standings if standing.pool.variant == wanted]
    standing = named[0] if named else max(standings, key=lambda row: (row.games, -row.pk))
    return Places(standings, standing)


def bot_stats(bot: Bot, user: User | None, where: Places) -> BotStats:
    pool, version = where.standing.pool, where.standing.version_id
    corrected = corrections(pool, pool.last_seq)
    games = _newest(pool, {version}, GAMES, corrected)
    met = by_opponent(version, games)
    table = [version, *(line.version for line in met[: AT_THE_MATRIX - 1])]
    between = _newest(pool, set(table), GAMES // 4, corrected) if len(table) > 2 else []
    names = _names({line.version for line in met} | {version}, user)
    clocks = _clocks(version, pool)
    ratings = _ratings(pool, names)
    highlights = best_win(version, games, ratings), worst_loss(version, games, ratings)
    best, worst = _remarkable(highlights, names, user)
    return BotStats(
        pool=pool,
        standings=where.standings,
        standing=where.standing,
        history=_history(bot, pool),
        opponents=[line.named(names) for line in met[:50]],
        seats=by_seat(version, games),
        matrix=matrix(table, between, names) if len(table) > 2 else None,
        games=len(games),
        clock=_bank_left(clocks),
        slowest=_slowest(clocks),
        faults=_bars(Counter(fault or "none" for fault, _ in clocks).most_common()),
        timed_games=len(clocks),
        best_win=best,
        worst_loss=worst,
        style=style_of(version, pool),
    )


def _ratings(pool: Pool, names: dict[int, BotVersion]) -> dict[int, float]:
    """Of whom something is known, among those that the visitor may know of."""
    settled = Standing.objects.filter(Q(is_provisional=False) | Q(is_anchor=True), pool=pool, version__in=names)
    return {key: rating for key, rating in settled.values_list("version", "rating") if rating is not None}


def _remarkable(
    found: Sequence[Highlight | None], names: dict[int, BotVersion], user: User | None
) -> list[Remarkable | None]:
    """Nothing where a third bot at the table is a secret to this visitor."""
    games = [highlight.game for highlight in found if highlight is not None]
    seen = set(visible_games(user).filter(pk__in=games).values_list("pk", flat=True)) if games else set()
    return [
        Remarkable(each.game, names[each.opponent], each.rating) if each is not None and each.game in seen else None
        for each in found
    ]


def _newest(
    pool: Pool, versions: set[int], count: int, corrected: Mapping[int, dict[str, Any]]
) -> list[dict[str, Any]]:
    """Payloads of the newest rated games of each of the versions, each with the variant that was played."""
    games = newest_rated(pool, versions, count)
    rows = RatingEvent.objects.filter(pool=pool, kind=EventKind.GAME, game__in=games).order_by("-seq")
    newest = rows.values_list("game", "payload", "game__variant")
    entries = [(game, corrected.get(game, entry), slug) for game, entry, slug in newest]
    return [{**entry, "game": game, "variant": slug} for game, entry, slug in entries if counts(entry)]


def _names(versions: set[int], user: User | None) -> dict[int, BotVersion]:
    """Versions whose bots this visitor may know of."""
    visible = Bot.objects.visible_to(user)
    return BotVersion.objects.filter(bot__in=visible).select_related("bot").in_bulk(versions)


def _history(bot: Bot, pool: Pool) -> list[Point]:
    """Of all versions of the bot: a new one starts where the old one stood."""
    rows = (
        Snapshot.objects.filter(version__bot=bot, period__pool=pool)
        .order_by("-period__number", "-version__number")
        .values_list("version__number", "period__closed_at", "live", "rating", "margin")
    )
    return [
        Point(version, closed_at, live, rating, *_band(rating, margin))
        for version, closed_at, live, rating, margin in rows[:PERIODS]
    ]


def _band(rating: float | None, margin: float | None) -> tuple[float | None, float | None]:
    return (None, None) if rating is None or margin is None else (rating - margin, rating + margin)


def _clocks(version: int, pool: Pool) -> list[tuple[str, dict[str, Any]]]:
    """Of finished blocks: while others still play a deal, times stay between a program and its owner."""
    sources = [pool.ladder_source, pool.placement_source]
    seats = Seat.objects.filter(version=version, game__state=GameState.DONE, game__source__in=sources)
    seats = seats.filter(game__block__is_finished=True)
    return list(seats.order_by("-game").values_list("fault", "clock")[:CLOCKS])


def _bank_left(clocks: Iterable[tuple[str, dict[str, Any]]]) -> list[Bar]:
    """Games by how much of the bank was left at the end, in tenths."""
    full = TimeControl().bank_ms
    tenths = Counter(
        min(9, max(0, int(10 * clock["bank_left_ms"] / full))) for _, clock in clocks if "bank_left_ms" in clock
    )
    return _bars([(f"{10 * tenth} – {10 * tenth + 10} %", tenths[tenth]) for tenth in range(10)]) if tenths else []


def _slowest(clocks: Iterable[tuple[str, dict[str, Any]]]) -> list[Bar]:
    """Games by their slowest decision."""
    limits = (1, 5, 20, 50, 100, TimeControl().decision_ms)
    counts: Counter[int] = Counter()
    for _, clock in clocks:
        if clock.get("decisions"):
            counts[next((at for at, limit in enumerate(limits) if clock["slowest_ms"] <= limit), len(limits))] += 1
    names = [*(f"≤ {limit} ms" for limit in limits), f"> {limits[-1]} ms"]
    return _bars([(name, counts[at]) for at, name in enumerate(names)]) if counts else []


def _bars(rows: list[tuple[str, int]]) -> list[Bar]:
    most = max((count for _, count in rows), default=0) or 1
    return [Bar(name, count, round(100 * count / most, 2)) for name, count in rows]
