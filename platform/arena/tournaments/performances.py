"""Performance ratings of a tournament's entrants, from what somebody may see of its results."""

from __future__ import annotations

from collections import defaultdict

from arena.tournaments.fitting import variant_for
from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.planning.performance import Deciding, Table, performance
from arena.tournaments.planning.stages import TournamentPlan
from engines import variant


def performances(tournament: Tournament, plan: TournamentPlan | None, entrants: dict[int, Entrant]) -> dict[int, int]:
    """By seed, rounded. A series counts if all opponents had a rating when the seeds were made; teams have none."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for node in plan.nodes.values() if plan is not None else ():
        result = node.result
        if result is None or not result.games or not result.scores:
            continue
        played = variant(variant_for(tournament.variant, len(result.entrants)))
        if len(played.sides) != len(result.entrants):
            continue  # partners share a result: it says nothing about one of them
        for own, score in zip(result.entrants, result.scores, strict=True):
            ratings = [
                entrants[opponent].rating
                for opponent in result.entrants
                if opponent != own and isinstance(opponent, int)
            ]
            known = tuple(rating for rating in ratings if rating is not None)
            if isinstance(own, int) and len(known) == len(result.entrants) - 1:
                deciding = Deciding(played.rank_policy.value)
                tables[own].append(Table(known, float(score), result.games, deciding))
    by_seed = {seed: performance(own) for seed, own in tables.items()}
    return {seed: round(value) for seed, value in by_seed.items() if value is not None}
