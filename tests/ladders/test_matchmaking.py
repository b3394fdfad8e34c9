from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.ladder.matchmaking import Candidate, Request, make_pods


def _field(count: int) -> list[Candidate]:
    return [Candidate(n, 1500.0 + 10 * n, owner=n, recent_games=n % 5) for n in range(count)]


def _anchors() -> list[Candidate]:
    return [Candidate(100 + n, 1200.0 + 150 * n, is_anchor=True) for n in range(4)]


def test_the_one_with_the_fewest_games_sits_down_first() -> None:
    field = [Candidate(1, 1500, 1, recent_games=9), Candidate(2, 1500, 2, recent_games=0), Candidate(3, 1500, 3, 5)]
    assert make_pods(Request(field, 2, 1, b"s"))[0][0] == 2


def test_idle_longest_breaks_the_tie_then_the_id() -> None:
    field = [Candidate(1, 1500, 1, 3, 50.0), Candidate(2, 1500, 2, 3, 20.0), Candidate(3, 1500, 3, 3, 20.0)]
    assert make_pods(Request(field, 2, 1, b"s"))[0][0] == 2


def test_a_newcomer_meets_anchors_from_all_over_the_scale() -> None:
    met: set[int] = set()
    for block in range(4):
        field = [Candidate(1, 1500, 1, placement_blocks=block), *_anchors()]
        (pod,) = make_pods(Request(field, 2, 1, b"s"))
        met.add(pod[1])
    assert met == {100, 101, 102, 103}


def test_with_fewer_anchors_than_seats_a_newcomer_meets_all_of_them_and_others() -> None:
    field = [Candidate(1, 1500, 1, placement_blocks=0), Candidate(2, 1500, 2, 9), *_anchors()]
    (pod,) = make_pods(Request(field, 6, 4, b"s"))
    assert set(pod) == {1, 2, 100, 101, 102, 103}


def test_two_bots_of_one_owner_never_share_a_pod() -> None:
    field = [Candidate(n, 1500, owner=n // 2) for n in range(8)]
    for pod in make_pods(Request(field, 4, 2, b"s")):
        assert len({version // 2 for version in pod}) == len(pod)


def test_without_enough_owners_there_is_no_pod() -> None:
    assert make_pods(Request([Candidate(1, 1500, 7), Candidate(2, 1500, 7)], 2, 4, b"s")) == []


def test_those_not_met_lately_and_near_are_preferred() -> None:
    field = [Candidate(0, 1500, 0, 0), Candidate(1, 1500, 1, 9), Candidate(2, 1500, 2, 9), Candidate(3, 2500, 3, 9)]
    meetings = {frozenset((0, 1)): 1000}
    chosen = [make_pods(Request(field, 2, 1, b"%d" % n, meetings))[0][1] for n in range(50)]
    assert chosen.count(2) > 45


@settings(max_examples=60)
@given(count=st.integers(2, 60), size=st.integers(2, 6), pods=st.integers(1, 8), seed=st.binary(max_size=8))
def test_every_pod_is_full_and_nobody_sits_twice(count: int, size: int, pods: int, seed: bytes) -> None:
    request = Request([*_field(count), *_anchors()], size, pods, seed)
    made = make_pods(request)
    assert made == make_pods(request), "the same seed gives the same pods"
    assert len(made) <= pods
    assert all(len(set(pod)) == size for pod in made)
    uploaded = [version for pod in made for version in pod if version < 100]
    assert len(uploaded) == len(set(uploaded))


def test_nobody_starves_over_many_cycles() -> None:
    played = dict.fromkeys(range(50), 0)
    for cycle in range(200):
        field = [Candidate(n, 1500.0 + 10 * n, owner=n, recent_games=played[n]) for n in played]
        for pod in make_pods(Request([*field, *_anchors()], 4, 3, b"%d" % cycle)):
            for version in pod:
                if version in played:
                    played[version] += 4
    assert min(played.values()) >= max(played.values()) / 3
