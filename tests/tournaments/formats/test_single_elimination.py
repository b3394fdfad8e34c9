import random

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.plans import NodeStatus, StagePlan
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Override, Result, StageFacts
from tests.tournaments.simulate import field, key, play

NAME = "single_elimination"


def first_round(plan: StagePlan) -> list[tuple[object, ...]]:
    return [tuple(slot.entrant for slot in match.slots) for match in plan.rounds[0].nodes]


def test_section_5_1_first_round_of_5() -> None:
    assert first_round(plan_stage(NAME, {}, StageFacts(field(5)))) == [(1, None), (4, 5), (2, None), (3, None)]


def test_section_5_1_first_round_of_6() -> None:
    assert first_round(plan_stage(NAME, {}, StageFacts(field(6)))) == [(1, None), (4, 5), (2, None), (3, 6)]


@pytest.mark.parametrize(
    ("size", "third"), [(n, t) for n in (*range(2, 18), 24, 31, 32, 33) for t in (False, True) if n >= 4 or not t]
)
def test_section_5_1_number_of_matches(size: int, third: bool) -> None:
    plan, state = play(NAME, {"third_place": third}, StageFacts(field(size)), random.Random(size))
    assert len(state.results) == size - 1 + third
    assert sum(match.is_match for match in plan.nodes()) == size - 1 + third
    assert sorted(place.entrant for place in plan.places) == list(range(1, size + 1))


def test_a_bye_advances_at_creation_without_a_result() -> None:
    plan = plan_stage(NAME, {}, StageFacts(field(5)))
    assert [match.status for match in plan.rounds[0].nodes].count(NodeStatus.BYE) == 3
    assert plan.by_key[key(2, 2)].entrants == (2, 3)
    assert plan.by_key[key(2, 2)].status is NodeStatus.READY


def test_slots_are_fixed_by_position_and_not_by_who_finishes_first() -> None:
    late_first = StageFacts(field(4), (Result(key(1, 2), (2, 3), (2, 1)),))
    final = plan_stage(NAME, {}, late_first).by_key[key(2, 1)]
    assert [slot.entrant for slot in final.slots] == [None, 3]


def test_places_with_the_favourites_winning() -> None:
    plan, _ = play(NAME, {"third_place": True}, StageFacts(field(8)))
    assert [(p.place, p.entrant) for p in plan.places] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 8),
        (5, 5),
        (5, 7),
        (5, 6),
    ]


def test_a_withdrawn_entrant_loses_its_open_matches_by_walkover() -> None:
    state = StageFacts(field(4), (Result(key(1, 1), (1, 4), (1, 2)),), departures=(Departure(1),))
    plan = plan_stage(NAME, {}, state)
    assert plan.by_key[key(1, 1)].status is NodeStatus.DECIDED
    done = plan_stage(
        NAME, {}, StageFacts(field(4), (*state.results, Result(key(1, 2), (2, 3), (1, 2))), departures=(Departure(1),))
    )
    assert done.is_complete
    assert done.by_key[key(2, 1)].status is NodeStatus.WALKOVER
    assert done.places[0].entrant == 2


def test_an_override_moves_the_other_entrant_on_and_reports_results_that_no_longer_fit() -> None:
    results = (
        Result(key(1, 1), (1, 4), (1, 2)),
        Result(key(1, 2), (2, 3), (1, 2)),
        Result(key(2, 1), (1, 2), (1, 2)),
    )
    ruled = StageFacts(field(4), results, overrides=(Override(key(1, 1), (1, 4), (2, 1), "illegal binary"),))
    plan = plan_stage(NAME, {}, ruled)
    assert plan.conflicts == (key(2, 1),)
    assert plan.by_key[key(2, 1)].entrants == (4, 2)
    assert plan.by_key[key(2, 1)].status is NodeStatus.READY
    assert not plan.is_complete


def test_a_given_lineup_replaces_the_standard_order() -> None:
    plan = plan_stage(NAME, {}, StageFacts(field(3), lineup=(3, 1, None, 2)))
    assert first_round(plan) == [(3, 1), (None, 2)]


@pytest.mark.parametrize("lineup", [(1, 2, 3), (1, 2, 3, 3), (1, 2, None, None)])
def test_a_lineup_that_misses_somebody_is_refused(lineup: tuple[int | None, ...]) -> None:
    with pytest.raises(StateError, match="every entrant once"):
        plan_stage(NAME, {}, StageFacts(field(3), lineup=lineup))


def test_a_draw_is_refused() -> None:
    with pytest.raises(StateError, match="break the tie"):
        plan_stage(NAME, {}, StageFacts(field(2), (Result(key(1, 1), (1, 2), (1, 1)),)))


def test_a_third_place_match_needs_four() -> None:
    with pytest.raises(SettingsError, match="at least 4"):
        plan_stage(NAME, {"third_place": True}, StageFacts(field(3)))


def test_one_entrant_is_no_tournament() -> None:
    with pytest.raises(StateError, match="at least 2 entrants"):
        plan_stage(NAME, {}, StageFacts(field(1)))
