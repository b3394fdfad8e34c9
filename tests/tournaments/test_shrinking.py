"""Later stages that too few reach: refused when the tournament is made, smaller when departures do it. Never stuck."""

import random
from dataclasses import replace

import pytest

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import stages_of
from arena.tournaments.planning.shrinking import Step, check_setups, shrink
from arena.tournaments.planning.stages import TournamentFacts, TournamentPlan, plan_tournament
from arena.tournaments.planning.values import Departure, EntrantId, StageFacts
from tests.tournaments.simulate import at_random, field

GROUPS = StageSetup("groups", {"groups": 2}, advance=1)


def played_out(setups: tuple[StageSetup, ...], size: int, leave_in_first: tuple[EntrantId, ...] = ()) -> TournamentPlan:
    """To the end, with random results; some leave when the first stage has been played but for one match."""
    rng = random.Random(size)
    facts = TournamentFacts(setups, StageFacts(field(size)))
    for _step in range(500):
        plan = plan_tournament(facts)
        if plan.is_complete:
            return plan
        ready = [node for stage in plan.stages for node in stage.ready()]
        departures = facts.facts.departures
        if len(plan.stages) == 1 and len(ready) == 1 and not departures:
            departures = tuple(Departure(entrant, 1, 99) for entrant in leave_in_first)
        result = at_random(ready[0], rng)
        facts = replace(
            facts,
            facts=replace(facts.facts, departures=departures, results=(*facts.facts.results, result)),
        )
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize(
    ("setups", "sentence"),
    [
        (stages_of("groups_knockout", {"groups": 2, "advance": 1, "third_place": True}), "third place"),
        (
            stages_of("groups_knockout", {"groups": 2, "advance": 1, "knockout": "double_elimination"}),
            "needs at least 3",
        ),
        ((StageSetup("swiss", {}, advance=3), StageSetup("groups", {"groups": 2})), "2 groups of two or more"),
        ((StageSetup("swiss", {}, advance=2), StageSetup("pod_swiss", {})), "stage 2 needs at least 3"),
        (
            (StageSetup("pod_swiss", {"exact": True}, advance=3), StageSetup("pod_swiss", {"exact": True})),
            "tables of exactly 4",
        ),
        ((GROUPS, StageSetup("single_elimination", {}, advance=1), StageSetup("round_robin")), "stage 3 needs"),
    ],
)
def test_a_stage_that_can_never_be_played_as_set_is_refused_with_the_reason(
    setups: tuple[StageSetup, ...], sentence: str
) -> None:
    with pytest.raises(SettingsError, match=sentence):
        check_setups(setups)


@pytest.mark.parametrize(
    "setups",
    [
        stages_of("groups_knockout", {"groups": 2}),
        stages_of("groups_knockout", {"groups": 2, "third_place": True}),
        stages_of("groups_knockout", {"groups": 3, "advance": 1, "knockout": "double_elimination"}),
        (StageSetup("swiss", {}, advance=4), StageSetup("pod_swiss", {"exact": True})),
    ],
)
def test_stages_that_promise_enough_are_accepted(setups: tuple[StageSetup, ...]) -> None:
    check_setups(setups)


@pytest.mark.parametrize(
    ("setup", "entrants", "steps", "form"),
    [
        (StageSetup("single_elimination", {"third_place": True}), 3, (Step.NO_THIRD_PLACE,), "single_elimination"),
        (StageSetup("single_elimination", {"third_place": True}), 4, (), "single_elimination"),
        (StageSetup("groups", {"groups": 4}), 7, (Step.FEWER_GROUPS,), "groups"),
        (StageSetup("double_elimination"), 2, (Step.BRACKET,), "single_elimination"),
        (StageSetup("double_elimination"), 129, (Step.BRACKET,), "single_elimination"),
        (StageSetup("pod_swiss", {"exact": True}), 3, (Step.BRACKET,), "single_elimination"),
        (StageSetup("pod_schedule", {"every_pod": True}), 3, (Step.SMALLER_PODS,), "pod_schedule"),
        (StageSetup("pod_schedule", {"every_pod": True}), 40, (Step.SMALLER_PODS,), "pod_schedule"),
        (StageSetup("strikes"), 2, (Step.BRACKET,), "single_elimination"),
        (StageSetup("swiss"), 1, (Step.NO_MATCH,), "swiss"),
        (StageSetup("swiss"), 0, (Step.NO_MATCH,), "swiss"),
    ],
)
def test_too_few_make_a_stage_smaller_in_a_fixed_order(
    setup: StageSetup, entrants: int, steps: tuple[Step, ...], form: str
) -> None:
    shrunk = shrink(setup, entrants)
    assert (shrunk.steps, shrunk.setup.format) == (steps, form)


def test_groups_and_a_knockout_with_third_place_and_three_qualifiers_goes_on_without_that_match() -> None:
    setups = (StageSetup("groups", {"groups": 2}, advance=2), StageSetup("single_elimination", {"third_place": True}))
    plan = played_out(setups, 4, leave_in_first=(1,))
    assert plan.openings[1].given_up == (Step.NO_THIRD_PLACE,)
    assert {node.bracket for node in plan.stages[1].nodes()} == {"winners", "final"}
    assert sorted(place.entrant for place in plan.places) == [1, 2, 3, 4]


def test_two_qualifiers_of_a_double_elimination_play_one_match() -> None:
    setups = (GROUPS, StageSetup("double_elimination"))
    plan = played_out(setups, 6)
    assert plan.openings[1].setup.format == "single_elimination"
    assert [node.bracket for node in plan.stages[1].nodes()] == ["final"]


def test_one_qualifier_wins_without_a_match() -> None:
    plan = played_out((GROUPS, StageSetup("single_elimination")), 4, leave_in_first=(1, 2, 3))
    assert plan.unplayed is not None
    assert plan.unplayed.given_up == (Step.NO_MATCH,)
    assert plan.places[0].entrant == 4


@pytest.mark.parametrize(
    "form", ["single_elimination", "double_elimination", "groups", "pod_swiss", "strikes", "swiss"]
)
@pytest.mark.parametrize("leaving", range(7))
def test_whoever_leaves_before_the_second_stage_the_tournament_ends_with_everybody_placed(
    form: str, leaving: int
) -> None:
    settings: dict[str, object] = {"groups": 3} if form == "groups" else {}
    setups = (StageSetup("round_robin", {}, advance=6), StageSetup(form, settings))
    plan = played_out(setups, 7, leave_in_first=tuple(range(1, leaving + 1)))
    assert sorted(place.entrant for place in plan.places) == list(range(1, 8))
