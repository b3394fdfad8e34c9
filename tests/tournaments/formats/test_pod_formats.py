import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from statistics import mean

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.formats.strikes.format import strikes_after
from arena.tournaments.planning.plans import NodeStatus
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Entrant, Result, StageFacts
from tests.tournaments.simulate import at_random, by_seed, field, key, play


@pytest.mark.parametrize("size", [3, 5, 7, 10, 13, 24])
def test_pod_swiss_gives_everybody_one_pod_a_round(size: int) -> None:
    plan, _ = play("pod_swiss", {"rounds": 4}, StageFacts(field(size)), random.Random(size))
    assert len(plan.rounds) == 4
    for planned in plan.rounds:
        assert sorted(int(e) for m in planned.nodes for e in m.entrants) == list(range(1, size + 1))
    assert sum(row.points for row in plan.tables[0].rows) == Fraction(4 * size, 2)


def test_pod_swiss_avoids_meetings_while_it_can() -> None:
    plan, _ = play("pod_swiss", {"rounds": 4}, StageFacts(field(24)), random.Random(1))
    pairs = Counter(frozenset((a, b)) for m in plan.nodes() for a in m.entrants for b in m.entrants if str(a) < str(b))
    assert max(pairs.values()) == 1


def test_pod_swiss_keeps_owners_apart() -> None:
    plan, _ = play(
        "pod_swiss", {"rounds": 5}, StageFacts(field(16, owners=[n // 4 for n in range(16)])), random.Random(2)
    )
    for match in plan.nodes():
        assert len({(int(e) - 1) // 4 for e in match.entrants}) == len(match.entrants)


def test_two_against_two_lets_the_rest_sit_out_in_turn_with_half_a_point() -> None:
    settings = {"pod_size": 4, "exact": True, "rounds": 5}
    plan, _ = play("pod_swiss", settings, StageFacts(field(11)), random.Random(3))
    rests = Counter(m.entrants[0] for m in plan.nodes() if m.status is NodeStatus.SIT_OUT)
    assert sum(rests.values()) == 15
    assert {rests[n] for n in range(1, 12)} == {1, 2}
    assert all(len(m.entrants) == 4 for m in plan.nodes() if m.is_match)
    assert sum(row.points for row in plan.tables[0].rows) == Fraction(5 * 11, 2)


def test_pod_swiss_takes_late_entrants() -> None:
    plan, _ = play(
        "pod_swiss", {"rounds": 4}, StageFacts((*field(7), Entrant(8, 8, entered_round=2))), random.Random(4)
    )
    assert [sum(8 in m.entrants for m in r.nodes) for r in plan.rounds] == [0, 1, 1, 1]


def test_a_pod_goes_on_without_who_left_and_names_the_absent() -> None:
    plan = plan_stage("pod_swiss", {"rounds": 2}, StageFacts(field(4), departures=(Departure(2, round=2),)))
    pod = plan.ready()[0]
    assert (pod.absent, pod.entrants) == ((2,), (1, 2, 3, 4))


def test_a_pod_with_one_left_is_a_walkover_ranked_by_who_stayed_longest() -> None:
    gone = tuple(Departure(n, round=2) for n in (2, 4, 1))
    plan = plan_stage("pod_swiss", {"rounds": 2}, StageFacts(field(4), departures=gone))
    pod = plan.by_key[key(1, 1)]
    assert pod.status is NodeStatus.WALKOVER
    assert pod.result is not None
    assert pod.result.in_order() == (3, 1, 4, 2)


def test_pod_elimination_by_the_favourites() -> None:
    plan, _ = play("pod_elimination", {"pod_size": 4}, StageFacts(field(16)))
    assert [[m.entrants for m in r.nodes] for r in plan.rounds] == [
        [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)],
        [(1, 4, 5, 8), (2, 3, 6, 7)],
        [(1, 2, 3, 4)],
    ]
    assert [p.entrant for p in plan.places][:4] == [1, 2, 3, 4]
    assert [p.place for p in plan.places] == [1, 2, 3, 4, *[5] * 2, *[7] * 2, *[9] * 4, *[13] * 4]


def test_pod_elimination_reseeds_by_place_then_score_then_seed() -> None:
    first = plan_stage("pod_elimination", {"pod_size": 3, "advance": 1}, StageFacts(field(9)))
    results = tuple(
        Result(m.key, m.entrants, (1, 2, 3), (Fraction(best), Fraction(1), Fraction(0)), games=3)
        for m, best in zip(first.ready(), (2, 3, 3), strict=True)
    )
    second = plan_stage("pod_elimination", {"pod_size": 3, "advance": 1}, StageFacts(field(9), results))
    assert second.rounds[1].nodes[0].entrants == (2, 3, 1)


@pytest.mark.parametrize("size", [3, 5, 6, 9, 11, 17, 23])
@pytest.mark.parametrize("pod_size", [3, 4, 6])
def test_pod_elimination_ends_with_one_champion(size: int, pod_size: int) -> None:
    plan, state = play("pod_elimination", {"pod_size": pod_size}, StageFacts(field(size)), random.Random(size))
    assert [p.place for p in plan.places].count(1) == 1
    assert sorted(int(p.entrant) for p in plan.places) == list(range(1, size + 1))
    assert len(plan.rounds[-1].nodes) == 1
    assert len(state.results) == sum(m.is_match for m in plan.nodes())


def test_pod_elimination_places_who_left_behind_those_who_played_on() -> None:
    first = plan_stage("pod_elimination", {"pod_size": 4}, StageFacts(field(8)))
    results = tuple(at_random(m, random.Random(1)) for m in first.ready())
    through = [e for r in results for e in r.in_order()[:2]]
    state = StageFacts(field(8), results, departures=(Departure(through[0], round=2),))
    plan, _ = play("pod_elimination", {"pod_size": 4}, state)
    assert plan.rounds[1].nodes[0].entrants == tuple(e for e in plan.rounds[1].nodes[0].entrants if e != through[0])
    assert next(p.place for p in plan.places if p.entrant == through[0]) == 4


def test_a_tie_at_the_cut_of_a_pod_is_refused_and_others_are_not() -> None:
    state = StageFacts(field(8))
    match = plan_stage("pod_elimination", {"pod_size": 4}, state).ready()[0]
    fine = Result(match.key, match.entrants, (1, 1, 3, 3))
    plan_stage("pod_elimination", {"pod_size": 4}, StageFacts(field(8), (fine,)))
    with pytest.raises(StateError, match="cut after place 2"):
        plan_stage("pod_elimination", {}, StageFacts(field(8), (Result(match.key, match.entrants, (1, 2, 2, 4)),)))


@pytest.mark.parametrize("size", [3, 4, 7, 12])
def test_strikes_end_with_one_survivor_and_everybody_else_at_three(size: int) -> None:
    plan, state = play("strikes", {"pod_size": 4}, StageFacts(field(size)), random.Random(size))
    strikes = strikes_after(state, plan.rounds)
    champion = plan.places[0].entrant
    assert strikes[champion] < 3
    assert all(count == 3 for entrant, count in strikes.items() if entrant != champion)
    assert [p.place for p in plan.places].count(1) == 1


def test_strikes_at_least_half_the_field_survives_any_round() -> None:
    plan, _ = play("strikes", {"strikes": 1, "pod_size": 3}, StageFacts(field(13)), random.Random(5))
    alive = [sum(len(m.entrants) for m in r.nodes) for r in plan.rounds]
    assert all(2 * after >= before for before, after in pairwise(alive))


@pytest.mark.parametrize(("size", "typical"), [(8, 14), (16, 17)])
def test_section_5_5_typical_length_of_a_strikes_knockout(size: int, typical: int) -> None:
    lengths = [len(play("strikes", {}, StageFacts(field(size)), random.Random(s))[0].rounds) for s in range(4)]
    assert abs(mean(lengths) - typical) <= 2


def test_strikes_places_follow_the_round_of_elimination() -> None:
    plan, _ = play("strikes", {"strikes": 1, "pod_size": 3}, StageFacts(field(9)))
    # One of each pod is out: 9 in three pods, 6 in two, 4 in two, then the last two.
    assert [p.place for p in plan.places] == [1, 2, 3, 3, 5, 5, 7, 7, 7]


def test_who_leaves_a_strikes_knockout_is_out_that_round() -> None:
    first = plan_stage("strikes", {}, StageFacts(field(8)))
    results = tuple(at_random(m, random.Random(2)) for m in first.ready())
    plan, _ = play("strikes", {}, StageFacts(field(8), results, departures=(Departure(1, round=2),)), random.Random(3))
    assert [p.entrant for p in plan.places][-1] == 1
    assert all(1 not in m.entrants for r in plan.rounds[1:] for m in r.nodes)


@pytest.mark.parametrize("name", ["pod_swiss", "pod_elimination", "strikes", "pod_schedule"])
@pytest.mark.parametrize("pod_size", [2, 7])
def test_pods_hold_three_to_six(name: str, pod_size: int) -> None:
    with pytest.raises(SettingsError, match="3 to 6"):
        plan_stage(name, {"pod_size": pod_size}, StageFacts(field(8)))


@pytest.mark.parametrize("advance", [0, 4])
def test_somebody_must_advance_and_somebody_must_not(advance: int) -> None:
    with pytest.raises(SettingsError, match="advance must be 1 to 3"):
        plan_stage("pod_elimination", {"advance": advance}, StageFacts(field(8)))


def test_who_left_a_strikes_knockout_earlier_is_placed_behind_who_was_struck_out_later() -> None:
    settings = {"strikes": 1, "pod_size": 3}
    first = plan_stage("strikes", settings, StageFacts(field(9)))
    results = tuple(by_seed(match) for match in first.ready())
    out = {result.in_order()[-1] for result in results}
    assert 1 not in out
    plan, _ = play("strikes", settings, StageFacts(field(9), results, departures=(Departure(1, round=2),)))
    places = {place.entrant: place.place for place in plan.places}
    # Five played round 2; 1 had no strike when it left after round 1, so it stands ahead of the three struck out there.
    assert places[1] == 6
    assert {places[entrant] for entrant in out} == {7}


def test_the_last_ones_who_leave_in_one_round_of_strikes_share_the_place() -> None:
    """Seed 2 has a strike more than seed 1, which says nothing about who would have stood longest."""
    state = StageFacts(field(3))
    settings: dict[str, object] = {"pod_size": 3, "strikes": 3}
    state = replace(state, results=(Result(key(1, 1), (1, 2, 3), (1, 3, 2)),))
    gone = tuple(Departure(entrant, round=3) for entrant in (3, 1, 2))
    plan = plan_stage("strikes", settings, replace(state, departures=gone))
    assert plan.is_complete
    assert {place.entrant: place.place for place in plan.places} == {1: 1, 2: 1, 3: 1}


def test_a_pod_swiss_of_one_table_plays_all_its_rounds() -> None:
    plan, _state = play("pod_swiss", {"pod_size": 4, "rounds": 3}, StageFacts(field(4)))
    assert [len(planned.nodes) for planned in plan.rounds] == [1, 1, 1]
    exact, _state = play("pod_swiss", {"pod_size": 4, "exact": True}, StageFacts(field(4)))
    assert len(exact.rounds) == 3


def test_a_pod_swiss_that_would_be_complete_at_once_is_refused_with_the_reason() -> None:
    with pytest.raises(StateError, match="needs at least 4 entrants, not 3"):
        plan_stage("pod_swiss", {"pod_size": 4, "exact": True}, StageFacts(field(3)))
