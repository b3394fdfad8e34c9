"""How ratings work, with the last rated game of a pool as an example computed anew on every visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.bots.models import BotVersion
from arena.matches.models import Game
from arena.ratings.fold import k_factor
from arena.ratings.live import expected, surprise
from arena.ratings.models import EventKind, RatingEvent, Snapshot
from arena.ratings.rated_games import rated_game
from arena.ratings.scale import CENTRE
from engines import RankPolicy


@dataclass(frozen=True)
class ExampleLine:
    version: BotVersion
    before: float
    foreseen: float
    rank: int
    k: float
    change: float


@require_GET
def how_ratings_work(request: HttpRequest) -> HttpResponse:
    event = _newest()
    context: dict[str, Any] = {"example": _lines(event) if event else [], "event": event}
    if event is not None:
        policy = rated_game(event.payload).policy
        context |= {"game": Game.objects.get(pk=event.game_id), "is_last_loses": policy is RankPolicy.LAST_LOSES}
    return render(request, "ladders/how.html", context)


def _newest() -> RatingEvent | None:
    """A game without teams, of bots that everybody may see."""
    newest = RatingEvent.objects.filter(kind=EventKind.GAME, payload__roles=[]).select_related("pool", "period")
    for event in newest.order_by("-pk")[:50]:
        sides = event.payload["sides"]
        members = [side[0] for side in sides]
        if (
            all(len(side) == 1 for side in sides)
            and not BotVersion.objects.filter(pk__in=members, bot__is_private=True).exists()
        ):
            return event
    return None


def _lines(event: RatingEvent) -> list[ExampleLine]:
    """Ratings as they stood when the game's period began; within a period they move from game to game."""
    game = rated_game(event.payload)
    policy = RankPolicy.LAST_LOSES if game.fault else game.policy
    members = [int(side[0]) for side in game.sides]
    versions = BotVersion.objects.select_related("bot").in_bulk(members)
    before = [_before(event, member) for member in members]
    ratings = [rating for rating, _ in before]
    changes = surprise(policy, ratings, game.ranks)
    return [
        ExampleLine(versions[member], rating, foreseen, rank, k_factor(games), k_factor(games) * change)
        for member, (rating, games), foreseen, rank, change in zip(
            members, before, expected(policy, ratings), game.ranks, changes, strict=True
        )
    ]


def _before(event: RatingEvent, version: int) -> tuple[float, int]:
    earlier = Snapshot.objects.filter(
        version=version, period__pool=event.pool, period__number__lt=event.period.number
    ).order_by("-period__number")
    found = earlier.first()
    return (found.live, found.games) if found else (CENTRE, 0)
