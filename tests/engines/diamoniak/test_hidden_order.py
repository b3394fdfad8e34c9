"""Nobody knows the order of the draw pile: views, resampling and imagining."""

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from engines import Deal, new_game
from engines.diamoniak import ENGINE, position
from engines.errors import SavedStateError, WrongSeatError
from engines.interface import PUBLIC, Json, State


def midgame(slug: str = "diamoniak-3", steps: int = 30) -> State:
    rng = Random(steps)
    state = new_game(slug, Deal.from_text("midgame"))
    for _ in range(steps):
        state.apply(rng.choice(state.legal_actions()))
    assert not state.is_over()
    return state


def test_seats_and_spectators_see_the_same() -> None:
    state = midgame()
    views = [state.view(seat) for seat in (PUBLIC, 0, 1, 2)]
    assert [view.pop("seat") for view in views] == [-1, 0, 1, 2]
    assert views[0] == views[1] == views[2] == views[3]


def test_no_view_depends_on_the_order_of_the_draw_pile() -> None:
    one = position("diamoniak-2", next="R1 W D B2")
    other = position("diamoniak-2", next="D B2 R1 W")
    assert one.view(0) == other.view(0)


def test_the_view_holds_neither_seed_nor_events() -> None:
    assert not {"seed", "events", "deck"} & set(midgame().view(0))


@pytest.mark.parametrize("how", ["resample", "imagine"])
def test_a_random_state_agrees_with_the_view(how: str) -> None:
    state = midgame()
    for seed in range(20):
        other = random_state(state, how, Random(seed))
        ENGINE.check(other)
        assert all(other.view(seat) == state.view(seat) for seat in (PUBLIC, 0, 1, 2))
        assert other.legal_actions() == state.legal_actions()


def random_state(state: State, how: str, rng: Random) -> State:
    return state.resample(1, rng) if how == "resample" else ENGINE.imagine(state.view(1), rng)


@pytest.mark.parametrize("how", ["resample", "imagine"])
def test_the_next_card_is_uniform_among_the_unseen(how: str) -> None:
    state = position("diamoniak-2", draw="R1 D D W", turn=1)
    rng = Random(3)
    nexts = Counter(random_state(state, how, rng).save()["draw"][0] for _ in range(1200))
    assert 240 < nexts["R1"] < 360
    assert 240 < nexts["W"] < 360
    assert 530 < nexts["D"] < 670


@pytest.mark.parametrize("how", ["resample", "imagine"])
def test_every_order_of_a_small_pile_is_equally_likely(how: str) -> None:
    """All 60 orders of five cards with two equal ones, listed one by one."""
    cards = ["R1", "D", "D", "W", "F"]
    state = position("diamoniak-2", draw=cards, turn=1)
    ways = Counter(permutations(cards))
    rng = Random(4)
    samples = 6000
    found = Counter(tuple(random_state(state, how, rng).save()["draw"]) for _ in range(samples))
    assert set(found) == set(ways)
    for order, number in ways.items():
        share = number / ways.total()
        assert abs(found[order] - samples * share) < 5 * sqrt(samples * share * (1 - share)), order


@pytest.mark.parametrize("how", ["resample", "imagine"])
def test_reshuffles_to_come_are_random_too(how: str) -> None:
    state = position("diamoniak-2", draw="")
    orders = set()
    for seed in range(30):
        other = random_state(state, how, Random(seed))
        other.apply(0)
        orders.add(" ".join(other.save()["draw"]))
    assert len(orders) == 30


@pytest.mark.parametrize("how", ["resample", "imagine"])
def test_chance_comes_from_the_given_source_alone(how: str) -> None:
    true_order = position("diamoniak-2", next="R1 W D B2")
    other_order = position("diamoniak-2", next="D B2 R1 W", deal=Deal.from_text("other"))
    assert random_state(true_order, how, Random(8)).save() == random_state(other_order, how, Random(8)).save()


def test_resampling_leaves_the_state_alone() -> None:
    state = midgame()
    before = state.save()
    state.resample(0, Random(1)).apply(0)
    assert state.save() == before


def test_there_is_no_such_seat_to_resample_for() -> None:
    with pytest.raises(WrongSeatError, match="no seat 3"):
        midgame().resample(3, Random(1))


def without(view: Json, name: str) -> Json:
    return {key: value for key, value in view.items() if key != name}


@pytest.mark.parametrize("name", sorted(position("diamoniak-2").view(0)))
def test_a_view_without_one_of_its_fields_is_refused(name: str) -> None:
    with pytest.raises(SavedStateError, match=name):
        ENGINE.imagine(without(midgame().view(0), name), Random(1))


def test_a_view_with_new_fields_is_accepted() -> None:
    state = midgame()
    assert ENGINE.imagine({**state.view(0), "news": 1}, Random(1)).view(0) == state.view(0)


@pytest.mark.parametrize("seat", [-2, 3, "0", None, True])
def test_a_view_of_no_seat_is_refused(seat: object) -> None:
    with pytest.raises(SavedStateError, match="'seat' of the view must be a whole number from -1 to 2"):
        ENGINE.imagine({**midgame().view(0), "seat": seat}, Random(1))
