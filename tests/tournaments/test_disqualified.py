"""Disqualified stands behind everybody who finished; withdrawn keeps the place that the results give."""

from dataclasses import replace

import pytest

from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.stages import TournamentFacts, plan_tournament
from arena.tournaments.planning.values import Departure, DepartureKind, StageFacts
from tests.tournaments.invariants.strategies import SETTINGS
from tests.tournaments.simulate import by_seed, field


def with_departure(name: str, kind: DepartureKind, after: int, *, as_losses: bool = False) -> StagePlan:
    """Six entrants, the better seed wins; seed 1 leaves after so many results."""
    settings = SETTINGS[name][0]
    state = StageFacts(field(6))
    for _step in range(after):
        ready = plan_stage(name, settings, state).ready()
        if ready:
            state = replace(state, results=(*state.results, by_seed(ready[0])))
    rounds = len(plan_stage(name, settings, state).rounds)
    state = replace(state, departures=(Departure(1, round=rounds + 1, kind=kind, as_losses=as_losses),))
    while not (plan := plan_stage(name, settings, state)).is_complete:
        state = replace(state, results=(*state.results, by_seed(plan.ready()[0])))
    return plan


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("after", [0, 2, 5, 40])
def test_a_disqualified_bot_is_last_in_every_format_whenever_it_happens(name: str, after: int) -> None:
    plan = with_departure(name, DepartureKind.DISQUALIFIED, after)
    places = {place.entrant: place.place for place in plan.places}
    assert places[1] == 6
    assert all(places[entrant] < 6 for entrant in range(2, 7))
    for table in plan.tables:
        if 1 in table.entrants:
            assert table.rows[-1].entrant == 1
            assert table.rows[-1].place == len(table.rows)


def test_a_pod_swiss_is_not_won_by_a_disqualified_bot_but_may_be_by_one_that_withdrew() -> None:
    won = with_departure("pod_swiss", DepartureKind.WITHDRAWN, 40)
    assert won.places[0].entrant == 1
    lost = with_departure("pod_swiss", DepartureKind.DISQUALIFIED, 40)
    assert lost.places[-1].entrant == 1


def test_one_disqualified_in_the_final_stands_behind_those_who_never_reached_it() -> None:
    setups = (StageSetup("round_robin", {}, advance=2), StageSetup("single_elimination"))
    facts = TournamentFacts(setups, StageFacts(field(5)))
    for _step in range(10):
        ready = plan_tournament(facts).stages[0].ready()
        facts = replace(facts, facts=replace(facts.facts, results=(*facts.facts.results, by_seed(ready[0]))))
    gone = Departure(1, stage=2, round=2, kind=DepartureKind.DISQUALIFIED)
    plan = plan_tournament(replace(facts, facts=replace(facts.facts, departures=(gone,))))
    assert [(place.place, place.entrant) for place in plan.places] == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]
    assert plan.stages[0].places[0].entrant == 1, "a closed stage stays as it is"


@pytest.mark.parametrize("name", ["swiss", "round_robin", "pod_swiss", "pod_schedule"])
def test_results_against_a_disqualified_bot_count_as_the_organiser_chose(name: str) -> None:
    """Everybody has beaten it in the table, or nobody but who did."""
    played = with_departure(name, DepartureKind.DISQUALIFIED, 40)
    lost = with_departure(name, DepartureKind.DISQUALIFIED, 40, as_losses=True)
    before = {row.entrant: row.points for row in played.tables[0].rows}
    after = {row.entrant: row.points for row in lost.tables[0].rows}
    assert before[1] > 0
    assert after[1] == 0
    assert sum(after.values()) == sum(before.values())
    assert any(after[entrant] > before[entrant] for entrant in range(2, 7))


def test_a_bracket_stays_as_it_was_played_whatever_the_choice() -> None:
    """Who lost to it is out: the matches that followed were played without them."""
    played = with_departure("single_elimination", DepartureKind.DISQUALIFIED, 2)
    lost = with_departure("single_elimination", DepartureKind.DISQUALIFIED, 2, as_losses=True)
    assert played.places == lost.places


def test_rounds_paired_before_it_left_stay_as_they_were() -> None:
    """Results as losses change the points of rounds to come, not who met whom."""
    state = StageFacts(field(6))
    settings = {"rounds": 4}
    for _step in range(6):
        state = replace(state, results=(*state.results, by_seed(plan_stage("swiss", settings, state).ready()[0])))
    before = plan_stage("swiss", settings, state)
    gone = Departure(1, round=3 + 1, kind=DepartureKind.DISQUALIFIED, as_losses=True)
    after = plan_stage("swiss", settings, replace(state, departures=(gone,)))
    assert not after.conflicts
    assert [node.entrants for node in after.rounds[1].nodes] == [node.entrants for node in before.rounds[1].nodes]
