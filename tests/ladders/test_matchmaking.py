from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.ladder.matchmaking import Candidate, Request, make_pods


def _field(count: int) -> list[Candidate]:
    return [Candidate(n, 1500.0 + 10 * n, owner=n, waited_s=float(n % 5)) for n in range(count)]


def _anchors() -> list[Candidate]:
    return [Candidate(100 + n, 1200.0 + 150 * n, is_anchor=True) for n in range(4)]


def _first(*field: Candidate) -> int:
    return make_pods(Request(field, 2, 1, b"s"))[0][0]


def test_whoever_waited_longest_sits_down_first_then_the_lower_id() -> None:
    assert _first(Candidate(1, 1500, 1, waited_s=9), Candidate(2, 1500, 2, waited_s=60), Candidate(3, 1500, 3)) == 2
    assert _first(Candidate(3, 1500, 3, waited_s=7), Candidate(2, 1500, 2, waited_s=7), Candidate(9, 1500, 9)) == 2


def test_an_uncertain_rating_comes_before_a_settled_one_and_a_quick_bot_before_a_slow_one() -> None:
    settled = Candidate(1, 1500, 1, waited_s=60, error=15.0)
    assert _first(settled, Candidate(2, 1500, 2, waited_s=40, error=70.0)) == 2
    slow = Candidate(1, 1500, 1, waited_s=60, seconds=40.0)
    assert _first(slow, Candidate(2, 1500, 2, waited_s=40, seconds=0.1)) == 2


def test_neither_a_slow_nor_a_settled_bot_waits_for_ever() -> None:
    patient = Candidate(1, 1500, 1, waited_s=3600, seconds=60.0, error=5.0)
    others = [Candidate(n, 1500, n, waited_s=60, seconds=0.1, error=250.0) for n in range(2, 40)]
    assert _first(patient, *others) == 1


def test_a_slow_opponent_is_rarely_drawn_where_a_quick_one_tells_as_much() -> None:
    field = [Candidate(0, 1500, 0, waited_s=99), Candidate(1, 1500, 1, seconds=0.1), Candidate(2, 1500, 2, seconds=9.0)]
    chosen = [make_pods(Request(field, 2, 1, b"%d" % n))[0][1] for n in range(100)]
    assert chosen.count(1) > 90


def test_two_bots_of_one_owner_never_share_a_pod() -> None:
    field = [Candidate(n, 1500, owner=n // 2) for n in range(8)]
    for pod in make_pods(Request(field, 4, 2, b"s")):
        assert len({version // 2 for version in pod}) == len(pod)


def test_without_enough_owners_there_is_no_pod() -> None:
    assert make_pods(Request([Candidate(1, 1500, 7), Candidate(2, 1500, 7)], 2, 4, b"s")) == []


def test_those_not_met_lately_and_near_are_preferred() -> None:
    field = [Candidate(0, 1500, 0, waited_s=9), *(Candidate(n, 1500, n) for n in (1, 2)), Candidate(3, 2500, 3)]
    meetings = {frozenset((0, 1)): 1000}
    chosen = [make_pods(Request(field, 2, 1, b"%d" % n, meetings=meetings))[0][1] for n in range(50)]
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
    last = dict.fromkeys(range(50), 0)
    for cycle in range(200):
        field = [Candidate(n, 1500.0 + 10 * n, owner=n, waited_s=float(cycle - last[n])) for n in played]
        for pod in make_pods(Request([*field, *_anchors()], 4, 3, b"%d" % cycle)):
            for version in pod:
                if version in played:
                    played[version] += 4
                    last[version] = cycle
    assert min(played.values()) >= max(played.values()) / 3
