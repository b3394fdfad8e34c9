import random
from itertools import combinations
from math import comb

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.formats.pod_schedule.annealing import anneal, lower_bound, repeats
from arena.tournaments.planning.formats.pod_schedule.every_pod import every_pod
from arena.tournaments.planning.formats.pod_schedule.format import preset_rounds
from arena.tournaments.planning.pods import pod_sizes
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, Pairing, StageFacts
from tests.tournaments.simulate import field, key, play


@pytest.mark.parametrize(
    ("entrants", "pod_size", "rounds", "optimum"),
    [
        (9, 3, 4, 0),
        (12, 3, 4, 0),
        (13, 4, 4, 0),
        (16, 4, 5, 0),
        (10, 4, 3, 3),
        (8, 4, 3, 12),
        (6, 3, 4, 12),
        (12, 4, 3, 9),
    ],
)
def test_section_5_5_the_schedule_reaches_the_optimum(entrants: int, pod_size: int, rounds: int, optimum: int) -> None:
    schedule = preset_rounds(entrants, pod_size, rounds)
    assert repeats(schedule) <= optimum
    for pods in schedule:
        assert tuple(map(len, pods)) == pod_sizes(entrants, pod_size)
        assert sorted(e for pod in pods for e in pod) == list(range(entrants))


def test_the_cost_counts_every_pair_of_equal_meetings() -> None:
    pod = [[0, 1, 2]]
    assert [repeats([pod] * times) for times in (1, 2, 3)] == [0, 3, 9]


def test_the_bound_is_never_above_what_is_reached() -> None:
    for entrants, size, rounds in ((7, 3, 3), (8, 4, 4), (11, 4, 2)):
        sizes = pod_sizes(entrants, size)
        assert lower_bound(entrants, sizes, rounds) <= anneal(sizes, rounds, swaps=2000, starts=1).repeats


def test_the_same_seed_gives_the_same_schedule() -> None:
    first, again, other = (anneal((4, 4, 3), 3, seed=s, swaps=3000, starts=2) for s in (1, 1, 2))
    assert first == again
    assert first.rounds != other.rounds


def test_owners_are_kept_apart_before_meetings_are_spread() -> None:
    owners = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    schedule = anneal((3, 3, 3), 3, owners=owners, swaps=20_000)
    assert all(len({owners[e] for e in pod}) == 3 for pods in schedule.rounds for pod in pods)


@pytest.mark.parametrize(("entrants", "size"), [(4, 3), (6, 3), (7, 3), (8, 4), (6, 5)])
def test_every_pod_is_played_once_and_nobody_twice_a_round(entrants: int, size: int) -> None:
    rounds = every_pod(entrants, size)
    pods = [pod for here in rounds for pod in here]
    assert sorted(pods) == sorted(combinations(range(entrants), size))
    for here in rounds:
        assert len({e for pod in here for e in pod}) == sum(map(len, here))


def test_every_pod_of_a_large_field_is_refused() -> None:
    with pytest.raises(SettingsError, match=str(comb(20, 4))):
        plan_stage("pod_schedule", {"every_pod": True}, StageFacts(field(20)))
    with pytest.raises(StateError, match="needs at least 4 entrants, not 3"):
        plan_stage("pod_schedule", {"every_pod": True}, StageFacts(field(3)))


def test_all_rounds_exist_from_the_start_and_run_to_the_end() -> None:
    assert len(plan_stage("pod_schedule", {"pod_size": 3}, StageFacts(field(9))).ready()) == 12
    plan, _ = play("pod_schedule", {"pod_size": 3}, StageFacts(field(9)), random.Random(1))
    assert sorted(int(p.entrant) for p in plan.places) == list(range(1, 10))


def test_a_published_schedule_is_binding() -> None:
    given = (Pairing(key(1, 1), (1, 2, 3)), Pairing(key(2, 1), (4, 5, 6)))
    plan = plan_stage("pod_schedule", {"pod_size": 3}, StageFacts(field(6), published=given))
    assert [match.entrants for match in plan.nodes()] == [(1, 2, 3), (4, 5, 6)]


def test_everybody_leaving_ends_it_at_once() -> None:
    gone = tuple(Departure(n) for n in range(1, 7))
    assert plan_stage("pod_schedule", {"pod_size": 3, "rounds": 2}, StageFacts(field(6), departures=gone)).is_complete
