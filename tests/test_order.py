"""Long tests first, and every test exactly once."""

import pytest

from tests.order import LONG, dealt
from tests.quick import ROOT


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_every_test_is_there_once_and_long_ones_begin_the_stretches(workers: int) -> None:
    names = [f"tests/web/test_{number}.py::it" for number in range(100)]
    names[50:50] = [f"{prefix}::it" for prefix in LONG]
    result = dealt(names, names, workers)
    assert sorted(result) == sorted(names)
    at = 0
    for worker in range(workers):
        assert result[at] == f"{LONG[worker]}::it"
        at += (len(names) - at) // (workers - worker)


def test_more_long_tests_than_a_stretch_holds_lose_none() -> None:
    names = [f"tests/chaos/test_{number}.py::it" for number in range(9)]
    assert sorted(dealt(names, names, 4)) == names


def test_without_long_tests_the_order_stays() -> None:
    names = [f"tests/lib/test_{number}.py::it" for number in range(10)]
    assert dealt(names, names, 3) == names


def test_every_long_test_exists() -> None:
    assert [name for name in LONG if not (ROOT / name.split("::")[0]).exists()] == []
