"""House bots by name."""

import pytest

from bots.house.registry import create, names
from engines import engines, variant
from referee.substitute import house_substitute
from tests.house.table import play


def test_the_grades_are_in_order() -> None:
    assert names() == ["random", "greedy", "expert", "search"]


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"no house bot called 'grandmaster'.*random, greedy, expert, search"):
        create("grandmaster", "karma-2", b"seed")


@pytest.mark.parametrize("slug", [engine.variants()[-1].slug for engine in engines()])
def test_the_stand_in_of_a_failed_seat_is_one_of_them(slug: str) -> None:
    seats = variant(slug).seats
    state, _ = play(slug, [house_substitute(slug, bytes([seat])) for seat in range(seats)])
    assert state.is_over()
