"""A random walk through the planner: all formats and stages, results, rulings, departures, late entries.

Whatever happens, the tournament ends, nobody is lost, and the same facts give the same plan.
"""

import random
from dataclasses import replace
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.plans import PlannedNode
from arena.tournaments.planning.stages import TournamentFacts, TournamentPlan, plan_tournament
from arena.tournaments.planning.values import Departure, DepartureKind, Entrant, Override, Result, StageFacts
from tests.tournaments.invariants.strategies import SETTINGS, SIZES
from tests.tournaments.simulate import at_random

SINGLE = [(StageSetup(name, chosen),) for name, options in SETTINGS.items() for chosen in options]
SEVERAL = [
    (StageSetup("groups", {"groups": 2}, advance=2), StageSetup("single_elimination", {"third_place": True})),
    (StageSetup("groups", {"groups": 2}, advance=1), StageSetup("double_elimination")),
    (StageSetup("swiss", {"rounds": 3}, advance=4), StageSetup("pod_swiss", {"pod_size": 4, "exact": True})),
    (StageSetup("pod_swiss", {"rounds": 2}, advance=6), StageSetup("groups", {"groups": 3}, 1), StageSetup("strikes")),
    (StageSetup("strikes", {"strikes": 1}, advance=3), StageSetup("pod_schedule", {"pod_size": 3, "every_pod": True})),
    (StageSetup("round_robin", {}, advance=3), StageSetup("pod_elimination", {"pod_size": 3})),
]


class Walk(RuleBasedStateMachine):
    facts: TournamentFacts
    plan: TournamentPlan

    @initialize(setups=st.sampled_from(SINGLE + SEVERAL), size=st.integers(4, 9), seed=st.integers(0, 2**32))
    def announce(self, setups: tuple[StageSetup, ...], size: int, seed: int) -> None:
        low, high = SIZES.get(setups[0].format, (4, 9))
        size = max(low, min(size, high))
        self.rng = random.Random(seed)
        self.change(TournamentFacts(setups, StageFacts(tuple(Entrant(n, n, n % 5) for n in range(1, size + 1)))))

    def change(self, facts: TournamentFacts) -> None:
        self.facts, self.plan = facts, plan_tournament(facts)

    def add(self, **more: Any) -> None:
        self.change(replace(self.facts, facts=replace(self.facts.facts, **more)))

    def ready(self) -> list[PlannedNode]:
        return [node for stage in self.plan.stages for node in stage.ready()]

    @precondition(lambda self: self.ready())
    @rule(results=st.integers(1, 4))
    def play(self, results: int) -> None:
        for _ in range(results):
            if ready := self.ready():
                self.add(results=(*self.facts.facts.results, at_random(self.rng.choice(ready), self.rng)))

    @precondition(lambda self: not self.plan.is_complete)
    @rule(kind=st.sampled_from(DepartureKind))
    def leave(self, kind: DepartureKind) -> None:
        gone = {departure.entrant for departure in self.facts.facts.departures}
        here = [entrant.id for entrant in self.facts.facts.entrants if entrant.id not in gone]
        if here:
            last = len(self.plan.stages[-1].rounds)
            leaving = Departure(self.rng.choice(here), len(self.plan.stages), last + 1, kind)
            self.add(departures=(*self.facts.facts.departures, leaving))

    @precondition(lambda self: any(node.result for node in self.plan.nodes.values()))
    @rule()
    def overrule(self) -> None:
        """Results that no longer fit become void, as the service does it."""
        node = self.rng.choice([node for node in self.plan.nodes.values() if node.result is not None])
        ranks = at_random(replace(node, absent=()), self.rng).ranks
        self.add(overrides=(*self.facts.facts.overrides, Override(node.key, node.entrants, ranks, "I saw it.")))
        while len(fit := tuple(filter(self.fits, self.facts.facts.results))) < len(self.facts.facts.results):
            self.add(results=fit)
        self.add(overrides=tuple(filter(self.fits, self.facts.facts.overrides)))

    def fits(self, fact: Result | Override) -> bool:
        node = self.plan.nodes.get(fact.key)
        return node is not None and set(node.entrants) == set(fact.entrants)

    @precondition(lambda self: self.facts.setups[0].format == "swiss" and len(self.plan.stages) == 1)
    @precondition(lambda self: len(self.plan.stages[0].rounds) == 1 and not self.plan.is_complete)
    @rule()
    def come_late(self) -> None:
        entrants = self.facts.facts.entrants
        self.add(entrants=(*entrants, Entrant(len(entrants) + 1, len(entrants) + 1, entered_round=2)))

    @rule()
    def nothing_happens(self) -> None:
        """Also when it is over."""

    @invariant()
    def nobody_plays_twice_in_a_round(self) -> None:
        for stage in self.plan.stages:
            for planned in stage.rounds:
                seen = [e for node in planned.nodes for e in node.entrants if node.bracket not in ("third", "final")]
                assert len(seen) == len(set(seen))

    @invariant()
    def the_same_facts_give_the_same_plan(self) -> None:
        assert plan_tournament(self.facts) == self.plan

    def teardown(self) -> None:
        if not hasattr(self, "facts"):
            return
        for _ in range(5000):
            if self.plan.is_complete:
                break
            assert self.ready(), "a tournament that is not over has something to play"
            self.add(results=(*self.facts.facts.results, at_random(self.ready()[0], self.rng)))
        assert self.plan.is_complete
        assert sorted(str(place.entrant) for place in self.plan.places) == sorted(
            str(entrant.id) for entrant in self.facts.facts.entrants
        )
        disqualified = {d.entrant for d in self.facts.facts.departures if d.kind is DepartureKind.DISQUALIFIED}
        stayed = [place.place for place in self.plan.places if place.entrant not in disqualified]
        last = [place.place for place in self.plan.places if place.entrant in disqualified]
        assert not last or not stayed or max(stayed) < min(last)
        for place in self.plan.places:
            assert place.place == 1 + sum(other.place < place.place for other in self.plan.places)


TestWalk = Walk.TestCase
TestWalk.settings = settings(
    max_examples=60,
    stateful_step_count=12,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # looking for a smaller example takes minutes
)
