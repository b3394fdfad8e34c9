"""What is going on right now, for the front page: only what strangers may see, as plain values that can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Protocol

from django.utils import timezone

from arena.bots.models import Bot, competing
from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.ratings.models import Pool, Standing
from arena.tournaments.models import Tournament
from arena.tournaments.models.tournament import STARTED
from arena.web.front.kept import kept
from engines import variant
from engines.registry import is_known

KEEP_S = 5
"""All visitors of the front page share one look at the database in this time."""
LOOKED_AT = 120
"""So many of the last games are searched for upsets and for the best tables."""
LEAST_UPSET = 40.0
"""Rating points between who won and who was ahead: the error of a rating that is no longer provisional
(``scale.PROVISIONAL_STANDARD_ERROR``). Below it nobody was surely ahead."""


class Ranked(Protocol):
    """Somebody at a table: enough to say how remarkable its game was."""

    @property
    def rank(self) -> int | None: ...

    @property
    def rating(self) -> float | None: ...


@dataclass(frozen=True)
class Player:
    name: str
    slug: str
    rank: int | None
    rating: float | None


@dataclass(frozen=True)
class Table:
    """A game as the front page tells it."""

    pk: int
    variant: str
    game: str
    title: str
    players: tuple[Player, ...]
    ended: datetime | None
    gap: float = 0.0
    """By how much the surprising winner was rated lower."""


@dataclass(frozen=True)
class Ladder:
    variant: str
    title: str
    game: str
    leaders: tuple[Player, ...]


@dataclass(frozen=True)
class Event:
    name: str
    url: str
    title: str


@dataclass(frozen=True)
class Alive:
    playing: tuple[Table, ...]
    waiting: int
    recent: tuple[Table, ...]
    upsets: tuple[Table, ...]
    ladders: tuple[Ladder, ...]
    tournaments: tuple[Event, ...]
    games_today: int
    bots: int

    @property
    def has_games(self) -> bool:
        return bool(self.playing or self.recent)


def alive(known: int) -> Alive:
    """``known``: the roster."""
    return kept(f"front-page-1-{known}", KEEP_S, look)


def look(now: datetime | None = None) -> Alive:
    now = now or timezone.now()
    shown = visible_games(None)
    playing = list(with_seats(shown.filter(state=GameState.LEASED)).order_by("-started_at")[:4])
    done = list(with_seats(shown.filter(state=GameState.DONE)).order_by("-finished_at")[:LOOKED_AT])
    ratings = ratings_of([*playing, *done])
    ended = [table_of(game, ratings) for game in done if is_known(game.variant)]
    return Alive(
        playing=tuple(table_of(game, ratings) for game in playing if is_known(game.variant)),
        waiting=Game.objects.filter(state=GameState.QUEUED).count(),
        recent=tuple(ended[:5]),
        upsets=upsets(ended),
        ladders=_ladders(),
        tournaments=_tournaments(),
        games_today=Game.objects.filter(state=GameState.DONE, finished_at__gt=now - timedelta(days=1)).count(),
        bots=Bot.objects.filter(competing(), active_version__isnull=False).count(),
    )


Ratings = Mapping[tuple[int, str], float]


def ratings_of(games: Iterable[Game]) -> Ratings:
    """Of those who sat in them, by version and variant, as far as they are on an open board: it may have ten thousand
    lines."""
    versions = {seat.version_id for game in games for seat in game.seats.all()}
    rows = Standing.objects.filter(pool__is_open=True, rating__isnull=False, version__bot__is_private=False)
    rows = rows.filter(version__in=versions)
    ratings = rows.values_list("version", "pool__variant", "rating")
    return {(version, slug): rating for version, slug, rating in ratings if rating is not None}


def table_of(game: Game, ratings: Ratings) -> Table:
    played = variant(game.variant)
    players = tuple(
        Player(seat.version.bot.name, seat.version.bot.slug, seat.rank, ratings.get((seat.version_id, game.variant)))
        for seat in game.seats.all()
    )
    return Table(game.pk, played.slug, played.game, played.title, players, game.finished_at)


def upsets(tables: Iterable[Table], count: int = 3) -> tuple[Table, ...]:
    """Games in which the lowest-rated winner beat somebody rated clearly higher, the greatest surprise first."""
    gaps = [(surprise(table.players), table) for table in tables]
    surprising = [Table(**{**vars(table), "gap": gap}) for gap, table in gaps if gap >= LEAST_UPSET]
    return tuple(sorted(surprising, key=lambda table: -table.gap)[:count])


def surprise(players: Sequence[Ranked]) -> float:
    """Rating of the best loser less that of the worst winner; 0 where a rating is missing."""
    if any(player.rating is None or player.rank is None for player in players):
        return 0.0
    won = [player.rating or 0.0 for player in players if player.rank == 1]
    lost = [player.rating or 0.0 for player in players if player.rank != 1]
    return max(lost) - min(won) if won and lost else 0.0


def _ladders() -> tuple[Ladder, ...]:
    """The leaders of the ladders with most to show: at most two of each game."""
    lines = (
        Standing.objects.on_board()
        .filter(pool__is_open=True, rating__isnull=False, position__lte=40)
        .select_related("version__bot", "pool")
        .order_by("pool", "position")
    )
    boards: list[tuple[int, Ladder]] = []
    for pool, members in groupby(lines, key=lambda line: line.pool):
        rows = list(members)
        if not is_known(pool.variant):
            continue
        boards.append((len(rows), _ladder(pool, rows[:3])))
    shown: list[Ladder] = []
    for _, ladder in sorted(boards, key=lambda board: -board[0]):
        if sum(ladder.game == other.game for other in shown) < 2:
            shown.append(ladder)
    return tuple(shown)


def _ladder(pool: Pool, lines: list[Standing]) -> Ladder:
    played = variant(pool.variant)
    leaders = (Player(line.version.bot.name, line.version.bot.slug, None, line.rating) for line in lines)
    return Ladder(played.slug, played.title, played.game, tuple(leaders))


def _tournaments() -> tuple[Event, ...]:
    running = Tournament.objects.filter(state__in=STARTED).order_by("-pk")[:4]
    return tuple(
        Event(tournament.name, tournament.get_absolute_url(), variant(tournament.variant).title)
        for tournament in running
        if is_known(tournament.variant)
    )
