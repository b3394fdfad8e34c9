"""Pods of small fields are the best there are: nobody meets twice where that can be avoided."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.tournaments.planning.best_pods import SMALL_FIELD
from arena.tournaments.planning.pod_swaps import Meetings, PodEntrant, improve
from arena.tournaments.planning.pods import pod_sizes, ranked_pods
from arena.tournaments.planning.values import EntrantId

Cost = tuple[int, int, int]
Pods = tuple[tuple[EntrantId, ...], ...]


def cost(pods: Pods, members: dict[EntrantId, PodEntrant], met: Meetings) -> Cost:
    pairs = [(members[a], members[b]) for pod in pods for a, b in combinations(pod, 2)]
    same = sum(a.owner is not None and a.owner == b.owner for a, b in pairs)
    return (
        same,
        sum(met.get(frozenset((a.id, b.id)), 0) for a, b in pairs),
        sum(int(a.points - b.points) ** 2 for a, b in pairs),
    )


def every_seating(ids: tuple[EntrantId, ...], sizes: tuple[int, ...]) -> list[Pods]:
    if not sizes:
        return [()]
    return [
        (pod, *rest)
        for pod in combinations(ids, sizes[0])
        for rest in every_seating(tuple(who for who in ids if who not in pod), sizes[1:])
    ]


@st.composite
def fields(draw: st.DrawFn, most: int) -> tuple[list[PodEntrant], Meetings, tuple[int, ...]]:
    size, target = draw(st.integers(4, most)), draw(st.integers(3, 4))
    points = sorted(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), reverse=True)
    owners = draw(st.lists(st.sampled_from([None, None, 1, 2]), min_size=size, max_size=size))
    order = [PodEntrant(i, p, owner) for i, (p, owner) in enumerate(zip(points, owners, strict=True))]
    met: dict[frozenset[EntrantId], int] = {
        frozenset(pair): draw(st.integers(0, 2)) for pair in combinations(range(size), 2)
    }
    return order, met, pod_sizes(size, target)


@given(fields(most=7))
def test_no_other_seating_of_a_small_field_is_better(drawn: tuple[list[PodEntrant], Meetings, tuple[int, ...]]) -> None:
    order, met, sizes = drawn
    members = {entrant.id: entrant for entrant in order}
    best = min(cost(pods, members, met) for pods in every_seating(tuple(members), sizes))
    assert cost(ranked_pods(order, met, sizes), members, met) == best


@given(fields(most=SMALL_FIELD))
def test_everybody_has_a_place_and_it_is_no_worse_than_swapping(
    drawn: tuple[list[PodEntrant], Meetings, tuple[int, ...]],
) -> None:
    order, met, sizes = drawn
    members = {entrant.id: entrant for entrant in order}
    pods = ranked_pods(order, met, sizes)
    assert [len(pod) for pod in pods] == list(sizes)
    assert sorted(who for pod in pods for who in pod) == sorted(members)
    cut = [order[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes))]
    assert cost(pods, members, met) <= cost(improve(cut, met), members, met)
