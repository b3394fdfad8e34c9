import random
from dataclasses import replace
from fractions import Fraction

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.formats.swiss.settings import swiss_rounds
from arena.tournaments.planning.plans import NodeStatus
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Entrant, Pairing, PairingKind, Result, StageFacts
from tests.tournaments.simulate import by_seed, field, key, play


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 5), (8, 5), (64, 8), (1000, 12)])
def test_section_5_4_default_number_of_rounds(entrants: int, rounds: int) -> None:
    assert swiss_rounds(entrants) == rounds


def test_rounds_are_capped_at_what_is_possible_without_a_rematch() -> None:
    assert (swiss_rounds(6, 20), swiss_rounds(7, 20), swiss_rounds(6, 2)) == (5, 7, 2)


def test_the_next_round_waits_for_every_match_of_the_round() -> None:
    plan = plan_stage("swiss", {}, StageFacts(field(8)))
    results = [by_seed(match) for match in plan.ready()]
    assert len(plan_stage("swiss", {}, StageFacts(field(8), tuple(results[:3]))).rounds) == 1
    assert len(plan_stage("swiss", {}, StageFacts(field(8), tuple(results))).rounds) == 2


def test_a_bye_is_worth_a_win() -> None:
    plan, _ = play("swiss", {"rounds": 1}, StageFacts(field(3)))
    assert {row.entrant: row.points for row in plan.tables[0].rows} == {1: 1, 2: 0, 3: 1}


def test_late_entrants_score_nothing_for_missed_rounds_and_are_paired_from_then_on() -> None:
    entrants = (*field(8), Entrant(9, 9, entered_round=2), Entrant(10, 10, entered_round=3))
    plan, _ = play("swiss", {"rounds": 5}, StageFacts(entrants))
    paired = [{e for match in r.nodes for e in match.entrants} for r in plan.rounds]
    assert [9 in here for here in paired] == [False, True, True, True, True]
    assert [10 in here for here in paired] == [False, False, True, True, True]


def test_late_entry_closes_when_half_the_rounds_are_paired() -> None:
    plan_stage("swiss", {"rounds": 5}, StageFacts((*field(8), Entrant(9, 9, entered_round=3))))
    with pytest.raises(StateError, match="late entries close after round 3 of 5"):
        plan_stage("swiss", {"rounds": 5}, StageFacts((*field(8), Entrant(9, 9, entered_round=4))))


def test_a_withdrawn_entrant_keeps_its_results_and_is_not_paired_again() -> None:
    first = plan_stage("swiss", {"rounds": 3}, StageFacts(field(8)))
    results = tuple(by_seed(match) for match in first.ready())
    state = StageFacts(field(8), results, departures=(Departure(1, round=2),))
    plan, _ = play("swiss", {"rounds": 3}, state)
    assert all(1 not in match.entrants for r in plan.rounds[1:] for match in r.nodes)
    assert next(row.points for row in plan.tables[0].rows if row.entrant == 1) == 1


def test_leaving_during_a_round_gives_the_opponent_a_walkover() -> None:
    plan = plan_stage("swiss", {"rounds": 3}, StageFacts(field(4), departures=(Departure(1, round=2),)))
    assert plan.by_key[key(1, 1)].status is NodeStatus.WALKOVER
    assert plan.by_key[key(1, 1)].result.in_order() == (3, 1)  # type: ignore[union-attr] # a walkover has a result


def test_leaving_and_coming_back_gives_nothing_for_the_rounds_between() -> None:
    state = StageFacts(field(6), departures=(Departure(6, round=2, returned_round=3),))
    first = plan_stage("swiss", {"rounds": 4}, StageFacts(field(6)))
    plan, _ = play("swiss", {"rounds": 4}, replace(state, results=tuple(by_seed(m) for m in first.ready())))
    rounds = [any(6 in match.entrants for match in r.nodes) for r in plan.rounds]
    assert rounds == [True, False, True, True]
    mine = [m for m in plan.nodes() if 6 in m.entrants]
    gained = sum(m.status is NodeStatus.BYE or (m.result is not None and m.result.rank_of(6) == 1) for m in mine)
    assert next(row.points for row in plan.tables[0].rows if row.entrant == 6) == gained


def test_fewer_than_two_active_ends_the_stage() -> None:
    gone = tuple(Departure(n, round=2) for n in range(1, 6))
    plan, _ = play("swiss", {"rounds": 4}, StageFacts(field(6), departures=gone))
    assert len(plan.rounds) == 1


def test_everybody_leaving_ends_it_at_once() -> None:
    assert plan_stage(
        "swiss", {}, StageFacts(field(6), departures=tuple(Departure(n) for n in range(1, 7)))
    ).is_complete


def test_published_pairings_are_binding() -> None:
    swapped = (Pairing(key(1, 1), (1, 2)), Pairing(key(1, 2), (3, 4)), Pairing(key(1, 3), (5,), PairingKind.BYE))
    plan = plan_stage("swiss", {}, StageFacts(field(5), published=swapped))
    assert [match.entrants for match in plan.rounds[0].nodes] == [(1, 2), (3, 4), (5,)]
    plan, _ = play("swiss", {"rounds": 3}, StageFacts(field(5), published=swapped))
    pairs = [frozenset(match.entrants) for match in plan.nodes() if match.is_match]
    assert len(pairs) == len(set(pairs))


def test_a_published_round_that_pairs_somebody_twice_is_refused() -> None:
    twice = (Pairing(key(1, 1), (1, 2)), Pairing(key(1, 2), (2, 3)))
    with pytest.raises(StateError, match="pairs 2 twice"):
        plan_stage("swiss", {}, StageFacts(field(4), published=twice))


def test_points_of_a_round_with_a_bye_sum_to_half_the_field_plus_half() -> None:
    plan, _ = play("swiss", {"rounds": 4}, StageFacts(field(7)), random.Random(2))
    assert sum(row.points for row in plan.tables[0].rows) == 4 * (Fraction(7, 2) + Fraction(1, 2))


def test_a_result_of_a_stranger_is_refused() -> None:
    with pytest.raises(StateError, match="no entrant of stage 1"):
        StageFacts(field(2), (Result(key(1, 1), (1, 7), (1, 2)),))


@pytest.mark.parametrize("settings", [{"rounds": 0}, {"rounds": "5"}, {"rounds": True}, {"tie_breaks": ["buchholtz"]}])
def test_wrong_settings_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        plan_stage("swiss", settings, StageFacts(field(4)))


def after_one_round(departures: tuple[Departure, ...]) -> StageFacts:
    first = plan_stage("swiss", {"rounds": 3}, StageFacts(field(4)))
    return StageFacts(field(4), tuple(by_seed(match) for match in first.ready()), departures=departures)


def test_opponents_of_who_left_count_the_missed_rounds_as_draws() -> None:
    plan, _ = play("swiss", {"rounds": 3, "tie_breaks": ["buchholz"]}, after_one_round((Departure(4, round=2),)))
    met_by_2 = next(row for row in plan.tables[0].rows if row.entrant == 2).tie_breaks[0]
    assert met_by_2 is not None
    assert next(term.amount for term in met_by_2.terms if term.opponent == 4) == 1


def test_rounds_missed_before_coming_back_count_nothing_for_opponents() -> None:
    back = (Departure(4, round=2, returned_round=3),)
    plan, _ = play("swiss", {"rounds": 3, "tie_breaks": ["buchholz"]}, after_one_round(back))
    rows = {row.entrant: row for row in plan.tables[0].rows}
    met_by_2 = rows[2].tie_breaks[0]
    assert met_by_2 is not None
    assert next(term.amount for term in met_by_2.terms if term.opponent == 4) == rows[4].points
