"""Games of the arena as events of the rating log, and events as the values that the rating functions take."""

from collections.abc import Iterable, Iterator
from typing import Any

from arena.matches.games_of_match import played_games
from arena.matches.models import Game, GameState, Match, Seat
from arena.matches.series import forfeited_games
from arena.ratings.games import RatedGame
from arena.ratings.models import RatingEvent
from engines import RankPolicy, variant

SINGLE = "single"
"""Role of the side that plays alone against a pair: what it is worth is fitted with the ratings."""


def period_games(period: str) -> Iterator[Game]:
    """Rated games of a period in schedule order: place of the match, block, game.

    Left out: void, forfeited and cancelled games, games after a bot's last allowed fault in a match (they might as
    well not have been played), and blocks that are not complete.
    """
    matches = Match.objects.filter(period=period, is_rated=True).order_by("place", "pk")
    for match in matches:
        forfeited = forfeited_games(played_games(match), match.max_faults)
        games = Game.objects.filter(block__match=match, block__is_finished=True, state=GameState.DONE)
        for game in games.select_related("block").order_by("block__number", "number"):
            if (game.block.number, game.number) not in forfeited:
                yield game


def payload(game: Game, seats: Iterable[Seat]) -> dict[str, Any] | None:
    """What the log keeps of a game; None if it cannot be rated: a bot against itself."""
    played = variant(game.variant)
    sides: list[list[int]] = [[] for _ in played.sides]
    for seat in sorted(seats, key=lambda each: each.seat):
        sides[seat.side].append(seat.version_id)
    members = [set(side) for side in sides]
    if sum(map(len, members)) != len(set().union(*members)):
        return None
    sizes = {len(side) for side in sides}
    return {
        "policy": played.rank_policy.value,
        "sides": sides,
        "ranks": game.ranks,
        "block": game.block_id,
        "fault": game.termination == "fault",
        "roles": [SINGLE if len(side) == 1 else "" for side in sides] if len(sizes) > 1 else [],
    }


def rated_game(kept: dict[str, Any]) -> RatedGame:
    return RatedGame(
        policy=RankPolicy(kept["policy"]),
        sides=tuple(tuple(side) for side in kept["sides"]),
        ranks=tuple(kept["ranks"]),
        block=kept["block"],
        fault=kept["fault"],
        roles=tuple(kept["roles"]),
    )


def effective_games(events: Iterable[RatingEvent]) -> list[RatedGame]:
    """All games that count, in the order of the log. A correction replaces the game where it first stood."""
    kept: dict[int, dict[str, Any] | None] = {}
    for event in events:
        kept[event.game_id] = event.payload if event.payload.get("sides") else None
    return [rated_game(found) for found in kept.values() if found is not None]
