"""Which games place a newcomer: what they tell, what they cost, who is asked for them."""

import itertools
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.ladder.information import information, needed
from arena.ratings.ladder.matchmaking import Candidate
from arena.ratings.ladder.placement import Newcomer, Pod, Table, games_missing, next_batch
from arena.ratings.ladder.rules import BATCH_PODS, BATCH_SECONDS, DRAFTED_BLOCKS, MOST_GAMES
from engines import RankPolicy
from referee.ratings.scale import END_GAMES, POINTS_PER_LOGIT

RANDOM, GREEDY, EXPERT, SEARCH = 100, 101, 102, 103


def _house() -> list[Candidate]:
    """As on a real ladder: the strongest anchor costs seventy times as much as the weakest."""
    scale = ((RANDOM, 1200.0, 0.02), (GREEDY, 1450.0, 0.03), (EXPERT, 1600.0, 0.03), (SEARCH, 1750.0, 1.4))
    return [Candidate(pk, rating, seconds=seconds, is_anchor=True) for pk, rating, seconds in scale]


def _table(size: int = 2, policy: RankPolicy = RankPolicy.FIRST_WINS, drafted: dict[int, int] | None = None) -> Table:
    return Table(policy, size, size, drafted or {})


def _blocks(batch: list[Pod]) -> dict[int, int]:
    return {pod.members[1]: pod.blocks for pod in batch}


@pytest.mark.parametrize(
    ("policy", "others"),
    [
        (RankPolicy.FULL_ORDER, [1500.0]),  # with more of them a full order is approximated by its likeliest one
        *itertools.product(
            (RankPolicy.FIRST_WINS, RankPolicy.LAST_LOSES),
            ([1500.0], [1300.0, 1650.0], [1200.0, 1500.0, 1500.0, 1800.0]),
        ),
    ],
)
def test_information_is_the_curvature_of_the_likelihood(policy: RankPolicy, others: list[float]) -> None:
    """Against a simulation: the variance of the slope of the log-likelihood at the true rating."""
    rng, sign = random.Random(1), -1 if policy is RankPolicy.LAST_LOSES else 1
    strengths = [math.exp(sign * (rating - 1500.0) / POINTS_PER_LOGIT) for rating in (1500.0, *others)]
    share = strengths[0] / sum(strengths)
    chosen = rng.choices(range(len(strengths)), strengths, k=40_000)
    slopes = [(1.0 if one == 0 else 0.0) - share for one in chosen]
    variance = sum(slope * slope for slope in slopes) / len(slopes)
    assert information(policy, 1500.0, others) == pytest.approx(variance, rel=0.05)


def test_what_is_not_known_well_is_averaged_over() -> None:
    sure, unsure = (information(RankPolicy.FIRST_WINS, 1500.0, [1500.0], error) for error in (0.0, 300.0))
    assert unsure < sure
    far, maybe_near = (information(RankPolicy.FIRST_WINS, 2200.0, [1500.0], error) for error in (0.0, 300.0))
    assert maybe_near > far


def test_the_error_falls_with_the_square_root_of_the_games() -> None:
    assert needed(20.0) == pytest.approx(4 * needed(40.0))


def test_a_strong_newcomer_meets_the_expert_and_hardly_ever_the_slow_search() -> None:
    blocks = _blocks(next_batch(Newcomer(1, 7, rating=1700.0, error=60.0, games=40, seconds=0.02), _house(), _table()))
    assert blocks[EXPERT] == max(blocks.values())
    assert blocks.get(SEARCH, 0) <= sum(blocks.values()) / 20


def test_a_slow_opponent_is_asked_where_nobody_else_informs() -> None:
    far_above = Newcomer(1, 7, rating=2900.0, error=40.0, games=90, seconds=0.02)
    house = [*_house()[:1], Candidate(SEARCH, 2700.0, seconds=1.4, is_anchor=True)]
    blocks = _blocks(next_batch(far_above, house, _table()))
    assert blocks[SEARCH] > blocks.get(RANDOM, 0)


def test_the_first_batch_is_small_and_spread_and_the_next_one_is_enough() -> None:
    first = next_batch(Newcomer(1, 7, rating=1500.0, seconds=0.02), _house(), _table())
    assert len(first) >= 2
    assert 10 <= sum(pod.blocks for pod in first) * 2 <= 60
    known = Newcomer(1, 7, rating=1520.0, error=75.0, games=30, seconds=0.02)
    assert sum(pod.blocks for pod in next_batch(known, _house(), _table())) * 2 >= 70


def test_a_slow_newcomer_gets_small_batches() -> None:
    batch = next_batch(Newcomer(1, 7, rating=1500.0, seconds=5.0), _house(), _table())
    assert 1 <= sum(pod.blocks for pod in batch) <= math.ceil(BATCH_SECONDS / 10)


def test_a_regular_with_a_sure_rating_helps_and_an_uncertain_one_less() -> None:
    newcomer = Newcomer(1, 7, rating=1700.0, error=60.0, games=40, seconds=0.02)
    sure, unsure = (
        _blocks(next_batch(newcomer, [*_house(), Candidate(50, 1700.0, 8, 0.03, error=error)], _table())).get(50, 0)
        for error in (15.0, 120.0)
    )
    assert sure > unsure


def test_nobody_is_farmed_and_nobody_meets_a_bot_of_the_same_owner() -> None:
    newcomer = Newcomer(1, owner=7, rating=1500.0, seconds=0.02)
    own, other = Candidate(50, 1500.0, owner=7, error=15.0), Candidate(51, 1500.0, owner=8, error=15.0)
    assert {pod.members for pod in next_batch(newcomer, [own], _table())} == set()
    assert {pod.members for pod in next_batch(newcomer, [own, other], _table())} == {(1, 51)}
    assert next_batch(newcomer, [other], _table(drafted={51: DRAFTED_BLOCKS})) == []


def test_one_opponent_is_never_the_whole_placement_where_there_are_others() -> None:
    rated = Newcomer(1, 7, rating=1600.0, error=70.0, games=30, seconds=0.02)
    assert len(next_batch(rated, _house()[:3], _table())) >= 2


def test_the_games_that_are_missing_never_fall_below_what_the_rule_asks() -> None:
    assert games_missing(Newcomer(1, 7, 1500.0, error=20.0, games=60), gain=0.25) == 40
    assert games_missing(Newcomer(1, 7, 1500.0, error=80.0, games=100), gain=0.25) > 50


@given(
    size=st.integers(2, 6),
    count=st.integers(0, 12),
    rating=st.floats(800, 2400),
    error=st.floats(5, 400),
    policy=st.sampled_from(RankPolicy),
)
def test_every_line_up_is_full_of_distinct_owners_and_has_blocks(
    size: int, count: int, rating: float, error: float, policy: RankPolicy
) -> None:
    regulars = [Candidate(n, 1300.0 + 40 * n, owner=n // 2, seconds=0.1 * n, error=30.0) for n in range(10, 10 + count)]
    newcomer = Newcomer(1, owner=5, rating=rating, error=error, games=20)
    batch = next_batch(newcomer, [*regulars, *_house()], _table(size, policy))
    assert batch == next_batch(newcomer, [*regulars, *_house()], _table(size, policy)), "the same field, the same batch"
    assert len(batch) <= BATCH_PODS
    owners = {each.version: each.owner for each in regulars}
    for pod in batch:
        assert pod.blocks >= 1
        assert len(set(pod.members)) == len(pod.members) == size
        assert pod.members[0] == 1
        known = [5, *(owners[member] for member in pod.members if member in owners)]
        assert len(set(known)) == len(known)


def test_who_wins_one_game_in_hundreds_joins_as_soon_as_that_is_seen() -> None:
    """A loss tells next to nothing of it, and a thousand more would keep the workers from others."""
    beyond = Newcomer(1, 7, rating=300.0, error=120.0, games=END_GAMES)
    assert not next_batch(beyond, _house(), _table())
    assert next_batch(replace(beyond, games=END_GAMES - 1), _house(), _table()), "so few games may have been bad luck"
    assert not next_batch(replace(beyond, rating=2900.0), _house(), _table()), "the same at the other end"


@pytest.mark.parametrize("rating", [900.0, 1200.0, 1500.0, 1750.0, 2050.0])
def test_who_can_be_rated_within_the_games_there_are_goes_on(rating: float) -> None:
    known = Newcomer(1, 7, rating=rating, error=60.0, games=END_GAMES)
    more = next_batch(known, _house(), _table())
    assert more
    assert known.games + 2 * sum(pod.blocks for pod in more) <= MOST_GAMES


def test_who_lost_every_game_plays_as_many_as_that_takes_to_be_known_and_no_more() -> None:
    lost = Newcomer(1, owner=1, rating=700.0, error=240.0, games=60, seconds=0.01)
    usual = sum(2 * pod.blocks for pod in next_batch(lost, _house(), _table()))
    one_sided = sum(2 * pod.blocks for pod in next_batch(replace(lost, is_one_sided=True), _house(), _table()))
    assert usual > END_GAMES
    assert one_sided == END_GAMES - 60
