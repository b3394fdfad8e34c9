"""What the games of a pool say of a version apart from its rating: games, points, hopes, faults. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.ratings.elo.live import expected_points
from arena.ratings.fit.batch import BatchFit
from arena.ratings.games import RatedGame
from arena.ratings.scale import CENTRE
from referee.points import points


@dataclass
class Tally:
    games: int = 0
    points: float = 0.0
    expected: float = 0.0
    faults: int = 0
    last_game: int = 0
    blocks: set[object] = field(default_factory=set)
    """Only of versions without a rating; the fit has counted the others."""


def tally(
    games: Sequence[RatedGame], found: BatchFit, last_game: Mapping[int, int], faults: Mapping[int, int]
) -> dict[int, Tally]:
    ratings = {line.entrant: line.rating for line in found.ratings}
    offsets = {each.role: each.offset for each in found.roles}
    tallies = {version: Tally(last_game=game, faults=faults.get(version, 0)) for version, game in last_game.items()}
    for game in games:
        worth = [sum(ratings.get(member, CENTRE) for member in side) / len(side) for side in game.sides]
        if game.roles:
            worth = [rating + offsets.get(role, 0.0) for rating, role in zip(worth, game.roles, strict=True)]
        for side, got, hope in zip(game.sides, points(game.ranks), expected_points(game.policy, worth), strict=True):
            for member in set(side):
                line = tallies[int(member)]
                line.games += 1
                line.points += float(got)
                line.expected += hope
                if member not in ratings:
                    line.blocks.add(game.block)
    return tallies
