import random
from fractions import Fraction
from itertools import combinations

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.pod_swaps import PodEntrant, improve, pair_weights
from arena.tournaments.planning.pods import exact_sizes, pod_sizes, ranked_pods, snake_pods
from arena.tournaments.planning.values import EntrantId


@pytest.mark.parametrize(
    ("entrants", "sizes"), [(5, (3, 2)), (7, (4, 3)), (10, (4, 3, 3)), (13, (4, 3, 3, 3)), (17, (4, 4, 3, 3, 3))]
)
def test_section_5_5_pod_sizes_for_four(entrants: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(entrants, 4) == sizes


@pytest.mark.parametrize("target", [3, 4, 5, 6])
def test_section_5_5_there_are_no_byes(target: int) -> None:
    for entrants in range(2, 200):
        sizes = pod_sizes(entrants, target)
        assert sum(sizes) == entrants
        assert 2 <= min(sizes) <= max(sizes) <= target
        assert max(sizes) - min(sizes) <= 1


def test_two_against_two_takes_full_tables_only() -> None:
    assert [exact_sizes(n, 4) for n in (3, 4, 11)] == [(), (4,), (4, 4)]


def test_the_first_round_is_a_snake() -> None:
    assert snake_pods([PodEntrant(n) for n in range(1, 9)], (4, 4)) == ((1, 4, 5, 8), (2, 3, 6, 7))


def cost(
    pods: tuple[tuple[EntrantId, ...], ...], entrants: list[PodEntrant], met: dict[frozenset[EntrantId], int]
) -> tuple[object, ...]:
    by_id = {e.id: e for e in entrants}
    pairs = [(by_id[a], by_id[b]) for pod in pods for a, b in combinations(pod, 2)]
    return (
        sum(a.owner is not None and a.owner == b.owner for a, b in pairs),
        sum(met.get(frozenset((a.id, b.id)), 0) for a, b in pairs),
        sum((Fraction(a.points) - b.points) ** 2 for a, b in pairs),
    )


def random_pods(seed: int) -> tuple[list[PodEntrant], dict[frozenset[EntrantId], int], tuple[int, ...]]:
    rng = random.Random(seed)
    size = rng.randrange(6, 18)
    entrants = [PodEntrant(n, Fraction(rng.randrange(13), 12), rng.randrange(size // 2)) for n in range(size)]
    met: dict[frozenset[EntrantId], int] = {
        frozenset(pair): rng.randrange(1, 3) for pair in combinations(range(size), 2) if rng.random() < 0.4
    }
    entrants.sort(key=lambda e: (-e.points, int(e.id)))
    return entrants, met, pod_sizes(size, 4)


@pytest.mark.parametrize("seed", range(20))
def test_no_swap_of_two_improves_the_result(seed: int) -> None:
    entrants, met, sizes = random_pods(seed)
    pods = ranked_pods(entrants, met, sizes)
    reached = cost(pods, entrants, met)
    assert tuple(map(len, pods)) == sizes
    for p, q in combinations(range(len(pods)), 2):
        for i in range(len(pods[p])):
            for j in range(len(pods[q])):
                other = [list(pod) for pod in pods]
                other[p][i], other[q][j] = other[q][j], other[p][i]
                assert cost(tuple(map(tuple, other)), entrants, met) >= reached


def test_owners_come_apart_where_possible() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        size = rng.randrange(4, 40)
        sizes = pod_sizes(size, 4)
        owners = [n % -(-size // len(sizes)) for n in range(size)]
        rng.shuffle(owners)
        entrants = [PodEntrant(n, owner=owner) for n, owner in enumerate(owners)]
        assert all(owners.count(owner) <= len(sizes) for owner in owners)
        assert cost(snake_pods(entrants, sizes), entrants, {})[0] == 0


def test_entrants_without_an_owner_are_not_kept_apart() -> None:
    assert snake_pods([PodEntrant(n) for n in range(6)], (3, 3)) == ((0, 3, 4), (1, 2, 5))


def test_an_avoidable_meeting_is_avoided_even_across_points() -> None:
    met: dict[frozenset[EntrantId], int] = {frozenset((1, 2)): 1}
    entrants = [PodEntrant(n, points) for n, points in ((1, 9), (2, 9), (3, 9), (4, 0), (5, 0), (6, 0))]
    assert not any({1, 2} <= set(pod) for pod in ranked_pods(entrants, met, (3, 3)))


def test_weights_too_wide_for_64_bits_are_still_exact() -> None:
    points = [Fraction(10**9, 7), Fraction(10**9, 11), Fraction(1, 13), Fraction(0), Fraction(5), Fraction(6)]
    entrants = [PodEntrant(n, p) for n, p in enumerate(points)]
    met: dict[frozenset[EntrantId], int] = {frozenset((0, 1)): 3}
    assert pair_weights(entrants, met, 6).dtype == object
    pods = improve([entrants[:3], entrants[3:]], met)
    assert not any({0, 1} <= set(pod) for pod in pods)


def test_impossible_requests_are_refused() -> None:
    with pytest.raises(SettingsError, match="at least 3"):
        pod_sizes(8, 2)
    with pytest.raises(StateError, match="at least 2 entrants"):
        pod_sizes(1, 4)
    with pytest.raises(StateError, match="do not hold exactly 5"):
        ranked_pods([PodEntrant(n) for n in range(5)], {}, (3, 3))
