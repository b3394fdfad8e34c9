import random
from itertools import combinations

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.formats.round_robin.circle import circle
from arena.tournaments.planning.plans import NodeStatus
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Entrant, Result, StageFacts
from tests.tournaments.simulate import field, key, play


def test_section_5_3_circle_of_six() -> None:
    assert circle(6)[0] == ((0, 5), (1, 4), (2, 3))
    assert circle(6)[1] == ((1, 5), (2, 0), (3, 4))


@pytest.mark.parametrize("size", range(2, 26))
def test_invariant_3_each_pair_meets_once_and_nobody_plays_twice_a_round(size: int) -> None:
    rounds = circle(size)
    pairs = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {frozenset(pair) for pair in combinations(range(size), 2)}
    for pairs_of_round in rounds:
        here = [entrant for pair in pairs_of_round for entrant in pair]
        assert len(here) == len(set(here)) == size - size % 2
    assert len(rounds) == size - 1 + size % 2


def test_two_legs_make_every_pair_meet_twice() -> None:
    plan = plan_stage("round_robin", {"legs": 2}, StageFacts(field(5)))
    pairs = [frozenset(match.entrants) for match in plan.nodes()]
    assert all(pairs.count(pair) == 2 for pair in pairs)
    assert len(plan.rounds) == 10


def test_a_draw_is_allowed_and_the_favourite_wins_the_table() -> None:
    plan, _ = play("round_robin", {}, StageFacts(field(5)))
    assert [place.entrant for place in plan.places] == [1, 2, 3, 4, 5]
    drawn = plan_stage("round_robin", {}, StageFacts(field(2), (Result(key(1, 1), (1, 2), (1, 1)),)))
    assert drawn.is_complete


def results_of(entrant: int, count: int) -> tuple[Result, ...]:
    """The first results of an entrant, all lost."""
    plan = plan_stage("round_robin", {}, StageFacts(field(6)))
    own = [match for match in plan.nodes() if entrant in match.entrants][:count]
    return tuple(Result(m.key, m.entrants, tuple(2 if e == entrant else 1 for e in m.entrants)) for m in own)


def test_leaving_before_half_of_the_matches_annuls_all_results() -> None:
    plan = plan_stage("round_robin", {}, StageFacts(field(6), results_of(6, 2), departures=(Departure(6),)))
    assert {m.status for m in plan.nodes() if 6 in m.entrants} == {NodeStatus.ANNULLED}
    assert all(row.points == 0 for row in plan.tables[0].rows)


def test_leaving_later_keeps_the_results_and_makes_the_rest_walkovers() -> None:
    plan = plan_stage("round_robin", {}, StageFacts(field(6), results_of(6, 3), departures=(Departure(6),)))
    statuses = [m.status for m in plan.nodes() if 6 in m.entrants]
    assert statuses.count(NodeStatus.DECIDED) == 3
    assert statuses.count(NodeStatus.WALKOVER) == 2
    assert sum(row.points for row in plan.tables[0].rows) == 5


def test_a_result_between_others_than_the_pairing_is_reported_and_not_used() -> None:
    plan = plan_stage("round_robin", {}, StageFacts(field(4), (Result(key(1, 1), (1, 2), (1, 2)),)))
    assert plan.conflicts == (key(1, 1),)
    assert plan.by_key[key(1, 1)].status is NodeStatus.READY


def test_everybody_leaving_ends_it_at_once() -> None:
    gone = tuple(Departure(n) for n in range(1, 6))
    assert plan_stage("round_robin", {}, StageFacts(field(5), departures=gone)).is_complete


def test_late_entries_and_returns_are_refused() -> None:
    with pytest.raises(StateError, match="late entries"):
        plan_stage("round_robin", {}, StageFacts((*field(3), Entrant(9, 9, entered_round=2))))
    with pytest.raises(StateError, match="take an entrant back"):
        plan_stage("round_robin", {}, StageFacts(field(3), departures=(Departure(1, returned_round=2),)))


def test_zero_legs_are_refused() -> None:
    with pytest.raises(SettingsError, match="legs"):
        plan_stage("round_robin", {"legs": 0}, StageFacts(field(3)))


def test_the_order_of_results_does_not_matter() -> None:
    _, state = play("round_robin", {}, StageFacts(field(6)), random.Random(4))
    shuffled = list(state.results)
    random.Random(1).shuffle(shuffled)
    again = plan_stage("round_robin", {}, StageFacts(field(6), tuple(shuffled)))
    assert again == plan_stage("round_robin", {}, state)
