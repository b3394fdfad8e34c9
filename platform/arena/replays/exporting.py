"""Games for those who learn from them: line by line, from wherever the reader was, a few in memory at once.

Only games whose block is finished: a replay holds the deal, which the other games of the block still play.
"""

from __future__ import annotations

from collections.abc import Iterator

import structlog
from django.db.models import QuerySet

from arena.accounts.models import User
from arena.matches import replay_store
from arena.matches.models import Game, GameState, MatchKind
from arena.matches.reading import visible_games, with_seats
from arena.matches.replay_store import LostReplayError
from arena.ratings.models import Pool
from referee.learning import decisions, lines, shards
from referee.learning.lines import SeatOfGame

log = structlog.get_logger(__name__)

CHUNK = 50
"""Games of one look at the database. Their replays are some kilobytes each."""


def finished_games(user: User | None) -> QuerySet[Game]:
    """What this visitor may download, oldest first."""
    return visible_games(user).filter(state=GameState.DONE, replay__isnull=False, block__is_finished=True)


def games_of_author(user: User) -> QuerySet[Game]:
    """Every kind: rated, practice, tests of versions."""
    return finished_games(user).filter(seats__version__bot__owner=user).distinct()


def games_of_ladder(user: User | None, slug: str, season: int) -> QuerySet[Game]:
    """Rated games of the ladder, placements included."""
    key = Pool(variant=slug, season=season).key
    matches = {"kind": MatchKind.LADDER, "variant": slug, "period__startswith": f"{key}/"}
    return finished_games(user).filter(**{f"block__match__{name}": value for name, value in matches.items()})


def as_lines(games: QuerySet[Game], after: int, limit: int, *, with_views: bool) -> Iterator[bytes]:
    """Game lines, or a line for each decision; then the line that says how it goes on."""
    seen, sent, last, is_last = 0, 0, after, False
    while seen < limit and not is_last:
        wanted = min(CHUNK, limit - seen)
        rows = list(with_seats(games.filter(pk__gt=last)).select_related("replay").order_by("pk")[:wanted])
        parts = [part for game in rows if (part := _part(game, with_views=with_views))]
        yield b"".join(parts)
        seen += len(rows)
        sent += len(parts)
        last = rows[-1].pk if rows else last
        is_last = len(rows) < wanted
    yield lines.last_line(sent, last, is_last=is_last or not games.filter(pk__gt=last).exists())


def _part(game: Game, *, with_views: bool) -> bytes:
    """Of one game. Empty where its file is lost: who learns from a million games can do without it."""
    try:
        line = game_line_of(game)
    except LostReplayError as error:
        log.warning("replay_not_exported", game=game.pk, error=str(error))
        return b""
    if not with_views:
        return line
    return b"".join(shards.line_of(decision) for decision in decisions.decisions(lines.read(line)))


def game_line_of(game: Game) -> bytes:
    assert game.replay is not None  # noqa: S101 - finished_games asks for it
    seats = [SeatOfGame(seat.version.bot.slug, str(seat.version.number)) for seat in game.seats.all()]
    return lines.game_line(game.pk, game.block.match_id, game.block.number, seats, replay_store.load_bytes(game.replay))
