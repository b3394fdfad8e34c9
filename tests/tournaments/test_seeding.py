import pytest

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.seeding import bracket_order, bracket_size, random_order, rating_order, snake


def test_section_5_1_slot_order_of_eight() -> None:
    assert bracket_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_first_opponents_add_up_and_seeds_1_and_2_are_in_different_halves(size: int) -> None:
    order = bracket_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(a + b == size + 1 for a, b in zip(order[::2], order[1::2], strict=True))
    assert order.index(1) < size // 2 <= order.index(2)


def test_section_5_3_snake_of_16_in_4() -> None:
    assert snake(range(1, 17), 4) == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))


def test_section_5_3_snake_of_13_in_4_makes_the_first_group_larger() -> None:
    assert snake(range(1, 14), 4) == ((1, 8, 9, 13), (2, 7, 10), (3, 6, 11), (4, 5, 12))


@pytest.mark.parametrize("entrants", range(2, 40))
def test_snake_sizes_differ_by_one_and_the_first_are_the_larger(entrants: int) -> None:
    for groups in range(1, entrants + 1):
        sizes = [len(group) for group in snake(range(entrants), groups)]
        larger = entrants % groups
        assert sizes == [entrants // groups + 1] * larger + [entrants // groups] * (groups - larger)


def test_rating_order_puts_unrated_last_then_earlier_registration_then_id() -> None:
    rows: list[tuple[int, float | None, float]] = [
        (7, None, 0),
        (3, 1500.0, 9),
        (2, 1500.0, 9),
        (9, 1500.0, 1),
        (4, 0.0, 1),
    ]
    assert rating_order(rows) == (9, 2, 3, 4, 7)


def test_the_random_draw_depends_on_the_secret_and_not_on_the_order_of_entry() -> None:
    ids = list(range(20))
    assert random_order(ids, b"a") == random_order(ids[::-1], b"a")
    assert sorted(random_order(ids, b"a")) == ids
    assert random_order(ids, b"a") != random_order(ids, b"b")


@pytest.mark.parametrize("size", [0, 1, 3, 6])
def test_a_bracket_that_is_no_power_of_two_is_refused(size: int) -> None:
    with pytest.raises(StateError, match="bracket_size"):
        bracket_order(size)


def test_too_small_fields_and_double_draws_are_refused() -> None:
    with pytest.raises(StateError, match="at least 2"):
        bracket_size(1)
    with pytest.raises(StateError, match="groups"):
        snake([1, 2], 3)
    with pytest.raises(StateError, match="twice"):
        random_order([1, 1], b"")
