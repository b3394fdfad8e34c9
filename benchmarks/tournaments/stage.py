"""A stage that plays itself, as the service would drive it: rounds are published, results come in, plan again."""

import random
import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from arena.tournaments.planning.plans import NodeStatus, PlannedNode
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Entrant, Pairing, PairingKind, Result, StageFacts

KINDS = {NodeStatus.BYE: PairingKind.BYE, NodeStatus.SIT_OUT: PairingKind.SIT_OUT}


def result_of(match: PlannedNode, rng: random.Random) -> Result:
    """Better seeds win more often."""
    order = sorted(match.entrants, key=lambda entrant: rng.gauss(int(entrant) / 300, 1))
    ranks = tuple(order.index(entrant) + 1 for entrant in match.entrants)
    games = len(ranks)
    scores = tuple(Fraction(games * (games - rank), games - 1) for rank in ranks)
    return Result(match.key, match.entrants, ranks, scores, games)


def seconds_a_round(name: str, settings: Mapping[str, object], size: int) -> tuple[list[float], list[float]]:
    """Seconds to pair each round (with everything that `plan` does), and to plan again when nothing is new."""
    rng = random.Random(size)
    state = StageFacts(tuple(Entrant(n, n, owner=n // 2) for n in range(1, size + 1)))
    pairing: list[float] = []
    repeating: list[float] = []
    while True:
        start = time.process_time()
        plan = plan_stage(name, settings, state)
        pairing.append(time.process_time() - start)
        if plan.is_complete:
            return pairing[:-1], repeating
        last = plan.rounds[-1]
        pairs = tuple(Pairing(m.key, m.entrants, KINDS.get(m.status, PairingKind.MATCH)) for m in last.nodes)
        state = replace(state, published=(*state.published, *pairs))
        start = time.process_time()
        plan_stage(name, settings, state)
        repeating.append(time.process_time() - start)
        state = replace(state, results=(*state.results, *(result_of(m, rng) for m in plan.ready())))
