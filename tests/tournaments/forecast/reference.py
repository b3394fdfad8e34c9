"""Tournaments played the long way: the planner pairs every round, and every game of every block has a winner."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.plans import NodeStatus, PlannedNode
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.series import SeriesGame, SeriesRules, stand
from arena.tournaments.planning.stages import TournamentFacts, TournamentPlan, plan_tournament
from arena.tournaments.planning.values import Entrant, Pairing, PairingKind, Result, StageFacts
from engines import RankPolicy

_KINDS = {NodeStatus.BYE: PairingKind.BYE, NodeStatus.SIT_OUT: PairingKind.SIT_OUT}


def game(strengths: Sequence[float], policy: RankPolicy, rng: random.Random) -> SeriesGame:
    sign = -1.0 if policy is RankPolicy.LAST_LOSES and len(strengths) > 2 else 1.0
    chosen = rng.choices(range(len(strengths)), [math.exp(sign * each) for each in strengths])[0]
    if sign < 0:
        return SeriesGame(tuple(len(strengths) if i == chosen else 1 for i in range(len(strengths))))
    return SeriesGame(tuple(1 if i == chosen else 2 for i in range(len(strengths))))


def result(
    node: PlannedNode, strengths: Sequence[float], blocks: int, policy: RankPolicy, rng: random.Random
) -> Result:
    own = [strengths[int(entrant) - 1] for entrant in node.entrants]
    seeds = [int(entrant) for entrant in node.entrants]
    rules = SeriesRules(blocks, node.advancing)
    played: list[list[SeriesGame]] = []
    while not (standing := stand(rules, played, seeds)).is_decided:
        played.append([game(own, policy, rng) for _ in own])
    return standing.result(node.key, node.entrants)


def play_out(
    setups: tuple[StageSetup, ...], strengths: Sequence[float], blocks: int, policy: RankPolicy, rng: random.Random
) -> tuple[dict[int, int], int]:
    """Places by seed, and the number of games."""
    facts = StageFacts(tuple(Entrant(seed, seed) for seed in range(1, len(strengths) + 1)), secret=b"%d" % rng.random())
    while True:
        plan = plan_tournament(TournamentFacts(setups, facts))
        if plan.is_complete:
            games = sum(found.games for found in facts.results)
            return {int(place.entrant): place.place for place in plan.places}, games
        ready = [node for stage in plan.stages for node in stage.ready()]
        fresh = tuple(result(node, strengths, blocks, policy, rng) for node in ready)
        facts = replace(facts, published=_published(plan), results=(*facts.results, *fresh))


def _published(plan: TournamentPlan) -> tuple[Pairing, ...]:
    return tuple(
        Pairing(node.key, node.entrants, _KINDS.get(node.status, PairingKind.MATCH))
        for opening, stage in zip(plan.openings, plan.stages, strict=True)
        if get_format(opening.setup.format).pairs_by_round
        for node in stage.nodes()
    )
