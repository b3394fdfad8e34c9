"""In positions so small that every possibility can be listed, each is imagined equally often."""

import json
from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from engines.interface import State
from engines.karma import ENGINE, position

SAMPLES = 3000


def arrangement(state: State) -> str:
    saved = state.save()
    return json.dumps([saved["draw"], [[sorted(seat["hand"]), seat["down"]] for seat in saved["seats"]]])


def assert_even(found: Counter[str], expected: dict[str, float]) -> None:
    """Every possibility and nothing else, each as often as its weight says."""
    assert set(found) == set(expected)
    whole = sum(expected.values())
    for each, weight in expected.items():
        share = weight / whole
        assert abs(found[each] - SAMPLES * share) < 5 * sqrt(SAMPLES * share * (1 - share)), each


def small(slug: str) -> State:
    """Hidden from seat 0: one card of seat 1, one slot of each seat, one card to draw."""
    return position(
        slug, hands=["3 4 5", "9 12 12"], known=["", "12 12"], up=["", ""], down=["7 - -", "- 8 -"], draw="1", pile="2"
    )


@pytest.mark.parametrize("way", ["resample", "imagine"])
def test_every_arrangement_of_four_hidden_cards_is_equally_likely(way: str) -> None:
    state = small("karma-2")
    expected = {}
    for hand, own, other, draw in permutations(["9", "7", "8", "1"]):
        hands = [["3", "4", "5"], sorted(["12", "12", hand])]
        downs = [[own, None, None], [None, other, None]]
        expected[json.dumps([[draw], [[hands[seat], downs[seat]] for seat in (0, 1)]])] = 1.0
    assert_even(sample(state, 0, way), expected)


def sample(state: State, seat: int, way: str) -> Counter[str]:
    rng = Random(8)
    view = state.view(seat)
    return Counter(
        arrangement(state.resample(seat, rng) if way == "resample" else ENGINE.imagine(view, rng))
        for _sample in range(SAMPLES)
    )


@pytest.mark.parametrize("way", ["resample", "imagine"])
def test_with_foresight_the_own_faces_stay_and_only_slots_change(way: str) -> None:
    state = position(
        "karma-2-foresight", hands=["3 4 5", "9 12 12"], up=["", ""], down=["7 - 6", ""], known=["", "9 12 12"]
    )
    found = sample(state, 0, way)
    slots: Counter[tuple[str | None, ...]] = Counter()
    for text, count in found.items():
        slots[tuple(json.loads(text)[1][0][1])] += count
    assert set(slots) == {("7", None, "6"), ("6", None, "7")}
    assert abs(slots["7", None, "6"] - SAMPLES / 2) < 5 * sqrt(SAMPLES / 4)


@pytest.mark.parametrize("way", ["resample", "imagine"])
def test_that_a_seat_is_asked_says_nothing_about_its_hand(way: str) -> None:
    """Seat 1 is asked on a 16 and holds one; among three hidden cards it holds it in a third of all worlds."""
    state = position("karma-2", hands=["3 4 5", "16"], up=["", ""], down=["1 2 -", ""], pile="16", draw=0, turn=1)
    expected = {
        json.dumps([[], [[["3", "4", "5"], [first, second, None]], [[hand], [None, None, None]]]]): 1.0
        for first, second, hand in permutations(["1", "2", "16"])
    }
    assert_even(sample(state, 0, way), expected)


def test_equal_cards_make_a_world_as_likely_as_there_are_ways_to_lay_them() -> None:
    state = position("karma-2", hands=["3 4 5", "9 9"], up=["", ""], down=["9 - -", "- 8 -"], draw=0, pile="2")
    expected: Counter[str] = Counter()
    for first, second, own, other in permutations(["9", "9", "9", "8"]):
        hands = [["3", "4", "5"], sorted([first, second])]
        downs = [[own, None, None], [None, other, None]]
        expected[json.dumps([[], [[hands[seat], downs[seat]] for seat in (0, 1)]])] += 1
    assert_even(sample(state, 0, "resample"), {world: float(ways) for world, ways in expected.items()})
