"""Games of the arena as events of the rating log, and events as the values that the rating functions take."""

from collections.abc import Iterable, Iterator
from typing import Any

from arena.matches.games_of_match import played_games
from arena.matches.models import Game, GameState, Match, MatchKind, Seat
from arena.matches.series import forfeited_games
from engines import RankPolicy, variant
from referee.ratings.games import RatedGame

SINGLE = "single"
"""Role of the side that plays alone against a pair: what it is worth is fitted with the ratings."""


def period_games(period: str, variant_slug: str) -> Iterator[Game]:
    """Rated games of a period in schedule order: place of the match, block, game.

    Left out: void, forfeited and cancelled games, games after a bot's last allowed fault in a match (they might as
    well not have been played), blocks that are not complete, and pods with two bots of one owner outside tournaments.
    """
    matches = Match.objects.filter(period=period, variant=variant_slug, is_rated=True)
    for match in matches.prefetch_related("entrants__version__bot").order_by("place", "pk"):
        if match.kind != MatchKind.TOURNAMENT and _shares_an_owner(match):
            continue
        forfeited = forfeited_games(played_games(match), match.max_faults)
        # A cancelled match finishes its blocks too: one with a cancelled game is balanced for nobody.
        games = Game.objects.filter(block__match=match, block__is_finished=True, state=GameState.DONE).exclude(
            block__games__state=GameState.CANCELLED
        )
        for game in games.select_related("block").order_by("block__number", "number"):
            if (game.block.number, game.number) not in forfeited:
                yield game


def _shares_an_owner(match: Match) -> bool:
    """House bots belong to nobody, so any number of them may meet."""
    owners = {entrant.version_id: entrant.version.bot.owner_id for entrant in match.entrants.all()}
    known = [owner for owner in owners.values() if owner is not None]
    return len(known) != len(set(known))


def payload(game: Game, seats: Iterable[Seat]) -> dict[str, Any] | None:
    """What the log keeps of a game; None if it cannot be rated: a bot against itself."""
    played = variant(game.variant)
    sides: list[list[int]] = [[] for _ in played.sides]
    faulted = set()
    for seat in sorted(seats, key=lambda row: row.seat):
        sides[seat.side].append(seat.version_id)
        if seat.fault:
            faulted.add(seat.version_id)
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
        "faulted": sorted(faulted),
        "roles": [SINGLE if len(side) == 1 else "" for side in sides] if len(sizes) > 1 else [],
    }


def rated_game(entry: dict[str, Any]) -> RatedGame:
    return RatedGame(
        policy=RankPolicy(entry["policy"]),
        sides=tuple(tuple(side) for side in entry["sides"]),
        ranks=tuple(entry["ranks"]),
        block=entry["block"],
        fault=entry["fault"],
        roles=tuple(entry["roles"]),
    )


def counts(entry: dict[str, Any]) -> bool:
    """A correction without sides takes its game out of the ratings."""
    return bool(entry.get("sides"))
