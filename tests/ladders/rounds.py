"""Rated pods between everybody and everybody, and their results, in one line each."""

import itertools
import random
from datetime import timedelta

from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.actions.accept_result import accept_result
from arena.matches.actions.claim import claim
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.settle import settle
from arena.matches.models import Game, MatchKind
from tests.matches import cast


def pods(versions: list[BotVersion], period: str, blocks: int = 2) -> None:
    deadline = timezone.now() + timedelta(hours=1)
    for place, pair in enumerate(itertools.combinations(versions, 2)):
        key = f"{period}/p{place}"
        schedule(
            Plan(MatchKind.LADDER, key, "ladder:diamoniak-2", "diamoniak-2", pair, cast.SECRET, key, blocks, deadline,
                 is_rated=True, period=period, place=place)
        )  # fmt: skip


def play_all(order: int) -> None:
    """Finish all games, results fixed by the game's place, arrival shuffled by ``order``."""
    leases = []
    while (lease := claim("w")) is not None:
        leases.append(lease)
        Game.objects.filter(pk=lease.game_id).update(source="elsewhere")  # not in the way of the caps
    random.Random(order).shuffle(leases)
    for lease in leases:
        game = Game.objects.select_related("block__match").get(pk=lease.game_id)
        favours_first = (game.block.match.place + game.block.number + game.number) % 3 != 0
        accept_result(lease, cast.result((1, 2) if favours_first else (2, 1), mark=str(lease.game_id)))
        settle(game.block.match_id)
