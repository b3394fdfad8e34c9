"""Rated pods between everybody and everybody, and their results, in one line each."""

import itertools
import random
from datetime import timedelta

from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.settle import settle
from arena.matches.models import Block, Game, GameState, Match, MatchKind, MatchState, Seat
from referee.points import integer_points
from tests.matches import cast


def pods(versions: list[BotVersion], period: str, blocks: int = 2, variant: str = "diamoniak-2") -> None:
    deadline = timezone.now() + timedelta(hours=1)
    for place, pair in enumerate(itertools.combinations(versions, 2)):
        key = f"{period}/p{place}"
        schedule(
            Plan(MatchKind.LADDER, key, f"ladder:{variant}", variant, pair, cast.SECRET, key, blocks, deadline,
                 is_rated=True, period=period, place=place)
        )  # fmt: skip


def finish_all() -> None:
    """All open games with the results that ``play_all`` gives them, in a handful of statements: for tests that begin
    where the games are over. A test compares the two."""
    now = timezone.now()
    games = list(Game.objects.filter(state=GameState.QUEUED).select_related("block__match").prefetch_related("seats"))
    seats = [seat for game in games for seat in game.seats.all()]
    for game in games:
        game.state, game.deadline, game.finished_at, game.termination = GameState.DONE, None, now, "normal"
        game.ranks = list(_ranks(game))
    for seat in seats:
        ranks = _ranks(seat.game)
        seat.rank, seat.points = ranks[seat.side], integer_points(ranks)[seat.side]
    Game.objects.bulk_update(games, ["state", "deadline", "finished_at", "termination", "ranks"])
    Seat.objects.bulk_update(seats, ["rank", "points"])
    blocks = {game.block_id for game in games}
    Block.objects.filter(pk__in=blocks).update(is_finished=True, finished_at=now)
    Match.objects.filter(blocks__in=blocks).update(state=MatchState.DONE, finished_at=now)


def _ranks(game: Game) -> tuple[int, int]:
    favours_first = (game.block.match.place + game.block.number + game.number) % 3 != 0
    return (1, 2) if favours_first else (2, 1)


def play_all(order: int) -> None:
    """Finish all games, results fixed by the game's place, arrival shuffled by ``order``."""
    leases = []
    while (lease := cast.next_game("w")) is not None:
        leases.append(lease)
        Game.objects.filter(pk=lease.game_id).update(source="elsewhere")  # not in the way of the caps
    random.Random(order).shuffle(leases)
    for lease in leases:
        game = Game.objects.select_related("block__match").get(pk=lease.game_id)
        cast.accept(lease, cast.result(_ranks(game), mark=str(lease.game_id)))
        settle(game.block.match_id)
