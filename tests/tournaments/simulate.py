"""Plays whole stages with random results, departures and orders of arrival, and checks at every step that a plan
only ever grows. Shared by the tests of all formats."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arena.tournaments.planning.plans import NodeStatus, PlannedNode, StagePlan
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Entrant, NodeKey, Result, StageFacts
from referee.points import competition_ranks


def field(size: int, owners: Sequence[int] = ()) -> tuple[Entrant, ...]:
    """Entrants 1..size, seeded by number."""
    return tuple(Entrant(n, n, owners[n - 1] if owners else None) for n in range(1, size + 1))


def key(round_number: int, match: int, stage: int = 1) -> NodeKey:
    return NodeKey(stage, round_number, match)


def by_seed(match: PlannedNode) -> Result:
    """The better seed always wins."""
    order = sorted(match.entrants, key=int)
    return Result(match.key, match.entrants, tuple(order.index(entrant) + 1 for entrant in match.entrants))


def at_random(match: PlannedNode, rng: random.Random) -> Result:
    """A random result that respects the cut of the match; ties elsewhere now and then. Absent entrants are last."""
    size = len(match.entrants)
    values = [Fraction(rng.randrange(2 * size)) - 100 * (e in match.absent) for e in match.entrants]
    ranks = competition_ranks(values)
    if match.advancing and sum(rank <= match.advancing for rank in ranks) != match.advancing:
        lots = sorted(range(size), key=lambda i: (-values[i], i))
        ranks = tuple(lots.index(i) + 1 for i in range(size))
    scores = tuple(Fraction(size - rank, max(1, size - 1)) for rank in ranks)
    return Result(match.key, match.entrants, ranks, scores, games=size)


def check_only_adds(before: StagePlan, after: StagePlan) -> None:
    """Matches stay, filled slots stay, decided matches stay decided the same way (annulment apart)."""
    for match in before.nodes():
        later = after.by_key[match.key]
        assert len(match.slots) == len(later.slots)
        for old, new in zip(match.slots, later.slots, strict=True):
            assert old.is_bye == new.is_bye
            assert old.entrant in (None, new.entrant)
        if match.result is not None and later.status is not NodeStatus.ANNULLED:
            assert later.result == match.result
    known = {place.entrant: place.place for place in after.places}
    if not after.tables:
        for place in before.places:
            assert known[place.entrant] == place.place


def play(
    name: str,
    settings: Mapping[str, object],
    state: StageFacts,
    rng: random.Random | None = None,
    *,
    leave_chance: float = 0.0,
    steps: int = 20_000,
) -> tuple[StagePlan, StageFacts]:
    """Play a stage to its end, one result at a time, in random order; without `rng` the better seed always wins."""
    plan = plan_stage(name, settings, state)
    for step in range(steps):
        if plan.is_complete or step % 8 == 0:
            assert plan == plan_stage(name, settings, state), "the same facts must give the same plan"
        if plan.is_complete:
            assert not plan.ready()
            return plan, state
        if rng is not None and rng.random() < leave_chance:
            state = _somebody_leaves(plan, state, rng)
        else:
            ready = plan.ready()
            assert ready, "a stage that is not over must have something to play"
            match = rng.choice(ready) if rng else ready[0]
            result = at_random(match, rng) if rng else by_seed(match)
            state = replace(state, results=(*state.results, result))
        after = plan_stage(name, settings, state)
        check_only_adds(plan, after)
        plan = after
    raise AssertionError(f"{name} does not end")


def _somebody_leaves(plan: StagePlan, state: StageFacts, rng: random.Random) -> StageFacts:
    here = [e.id for e in state.entrants if e.id not in {d.entrant for d in state.departures}]
    if not here:
        return state
    leaving = Departure(rng.choice(here), stage=state.stage, round=len(plan.rounds) + 1)
    return replace(state, departures=(*state.departures, leaving))
