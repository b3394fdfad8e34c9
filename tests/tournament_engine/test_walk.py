"""A random walk through whole tournaments in the database, with everything people do to them.

It always ends, nobody is lost, undo gives the state before, and an export holds everything that decided it.
"""

import json
import random
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from arena.matches.actions.settle import cancel
from arena.tournaments import results
from arena.tournaments.actions import departures, lifecycle, pairings, rulings
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.actions.undo import last_undoable, undo
from arena.tournaments.models import Departure, Node, Play, PlayState, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.document import differences
from arena.tournaments.running.advance import advance
from tests.matches.cast import ready_version
from tests.tournament_engine import cast

CUPS: list[tuple[int, str, str, dict[str, object]]] = [
    (4, "single_elimination", "diamoniak-2", {"third_place": True}),
    (5, "double_elimination", "diamoniak-2", {}),
    (4, "round_robin", "diamoniak-2", {}),
    (5, "swiss", "diamoniak-2", {"rounds": 3}),
    (6, "groups_knockout", "diamoniak-2", {"groups": 2, "third_place": True}),
    (5, "pod_swiss", "diamoniak-3", {"rounds": 2}),
    (5, "pod_swiss", "karmaka-2v2", {"rounds": 2}),
    (6, "pod_elimination", "diamoniak-3", {"advance": 2}),
    (5, "strikes", "diamoniak-3", {"strikes": 1}),
    (4, "pod_schedule", "diamoniak-3", {"every_pod": True}),
]


class Walk(RuleBasedStateMachine):
    """Each walk is a transaction that is rolled back."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.cup: Tournament | None = None
        self.late = 0

    @initialize(kind=st.sampled_from(CUPS), publishes=st.booleans(), seed=st.integers(0, 2**32))
    def start(self, kind: tuple[int, str, str, dict[str, object]], publishes: bool, seed: int) -> None:
        size, name, variant, chosen = kind
        self.rng = random.Random(seed)
        self.olga = cast.organiser()
        self.cup = cast.started(
            self.olga, cast.field(size), name, variant=variant, settings=chosen, publishes_itself=publishes
        )

    @property
    def running(self) -> Tournament:
        assert self.cup is not None
        self.cup.refresh_from_db()
        return self.cup

    def is_running(self) -> bool:
        return self.cup is not None and self.running.is_started

    def nodes(self, *states: str) -> list[Node]:
        rows = Node.objects.filter(round__stage__tournament=self.running, state__in=states)
        return sorted(rows.select_related("round__stage"), key=lambda node: node.key)

    def state(self) -> list[Any]:
        """What people see: who meets whom in which round, and what came of it. Void matches are history."""
        nodes = Node.objects.filter(round__stage__tournament=self.running).exclude(state="void")
        ordered = sorted(nodes.select_related("round__stage"), key=lambda node: node.key)
        lines = [(node.key, node.slots, node.state, node.ranks) for node in ordered]
        rounds = {(node.key.stage, node.key.round): (node.round.state, node.round.is_edited) for node in ordered}
        left = list(Departure.objects.filter(entrant__tournament=self.running).values_list("entrant__seed", "kind"))
        return [rounds, lines, sorted(left)]

    @precondition(is_running)
    @rule(games=st.integers(1, 6))
    def play(self, games: int) -> None:
        for _ in range(games):
            cast.play_one(cast.by_lot)
            advance(self.running.pk)

    @precondition(is_running)
    @rule()
    def publish(self) -> None:
        drafts = Round.objects.filter(stage__tournament=self.running, state=RoundState.DRAFT).select_related("stage")
        row = drafts.order_by("stage__number", "number").first()
        if row is not None:
            self.refused_or_done(lambda: lifecycle.publish(self.running.pk, self.olga, row.stage.number, row.number))

    @precondition(is_running)
    @rule(is_undone=st.booleans(), is_bad=st.booleans())
    def leave(self, is_undone: bool, is_bad: bool) -> None:
        entrant = self.rng.choice(list(self.running.entrants.filter(departure=None)) or [None])
        if entrant is None:
            return
        act = departures.disqualify if is_bad else departures.withdraw
        self.act(lambda: act(self.running.pk, entrant, self.olga, "It cheated."), is_undone=is_undone)

    @precondition(is_running)
    @rule(is_undone=st.booleans(), cascade=st.booleans())
    def overrule(self, is_undone: bool, cascade: bool) -> None:
        nodes = self.nodes("ready", "running", "decided", "walkover")
        if nodes:
            node = self.rng.choice(nodes)
            ranks = self.rng.sample(range(1, len(node.entrants) + 1), len(node.entrants))
            self.act(
                lambda: rulings.override(self.running.pk, node, self.olga, ranks, "I saw it.", cascade=cascade),
                is_undone=is_undone and not cascade,
            )

    @precondition(is_running)
    @rule(is_undone=st.booleans())
    def swap(self, is_undone: bool) -> None:
        drafts = Round.objects.filter(stage__tournament=self.running, state=RoundState.DRAFT)
        seeds = [entrant for node in self.nodes("ready") if node.round in drafts for entrant in node.entrants]
        if len(seeds) > 1:
            one, other = self.rng.sample(seeds, 2)
            number = drafts.order_by("-stage__number", "number")[0].number
            self.act(lambda: pairings.swap(self.running.pk, self.olga, number, one, other), is_undone=is_undone)

    @precondition(is_running)
    @rule()
    def replay(self) -> None:
        nodes = self.nodes("running", "decided")
        if nodes:
            node = self.rng.choice(nodes)
            self.refused_or_done(
                lambda: rulings.replay(self.running.pk, node, self.olga, "The light went out.", cascade=True)
            )

    @precondition(is_running)
    @rule()
    def staff_cancels_a_match(self) -> None:
        play = Play.objects.filter(node__round__stage__tournament=self.running, state=PlayState.OPEN).first()
        if play is not None:
            cancel(play.match_id, "The power failed.")
            advance(self.running.pk)

    @precondition(is_running)
    @rule()
    def come_late(self) -> None:
        self.late += 1
        version = ready_version(self.olga, f"Late{self.late}")
        self.refused_or_done(lambda: departures.enter_late(self.running.pk, version.bot, self.olga))

    @rule()
    def beat_comes_by(self) -> None:
        """Also when it is over, which then changes nothing."""
        advance(self.running.pk)

    def refused_or_done(self, action: Any) -> bool:
        """A refusal changes nothing."""
        before = self.state()
        try:
            action()
        except ActionError:
            assert self.state() == before
            return False
        return True

    def act(self, action: Any, *, is_undone: bool) -> None:
        advance(self.running.pk)
        before = self.state()
        newest = last_undoable(self.running)
        if not self.refused_or_done(action) or not is_undone or not self.is_running():
            return
        assert last_undoable(self.running) != newest
        undo(self.running.pk, self.olga)
        assert self.state() == before

    @invariant()
    def doing_it_again_changes_nothing(self) -> None:
        if self.is_running():
            advance(self.running.pk)
            assert not advance(self.running.pk)

    @invariant()
    def nobody_is_paired_twice_in_a_round(self) -> None:
        if self.cup is None:
            return
        for row in Round.objects.filter(stage__tournament=self.running):
            nodes = [node for node in row.nodes.all() if node.state != "void"]
            seen = [entrant for node in nodes for entrant in node.entrants]
            assert len(seen) == len(set(seen))

    @invariant()
    def the_export_follows_from_its_own_facts(self) -> None:
        if self.cup is not None:
            assert differences(json.loads(json.dumps(results.as_values(self.running, self.olga)))) == []

    def teardown(self) -> None:
        try:
            if self.cup is not None:
                self.to_the_end()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def to_the_end(self) -> None:
        for _ in range(400):
            if not self.is_running():
                break
            if not cast.play_one(cast.by_lot):
                self.publish()
            advance(self.running.pk)
        assert self.running.state == TournamentState.FINISHED
        seeds = sorted(entrant.seed for entrant in self.running.entrants.all() if entrant.seed)
        assert sorted(seed for _place, seed in self.running.places) == seeds
        assert not Play.objects.filter(node__round__stage__tournament=self.running, state=PlayState.OPEN).exists()
        self.the_export_follows_from_its_own_facts()


def test_a_tournament_always_ends_nobody_is_lost_and_undo_gives_the_state_before(db: None) -> None:
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=8,
            stateful_step_count=8,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),  # an example takes a second: a smaller one, minutes
        ),
    )
