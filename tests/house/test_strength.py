"""The grades are apart: fixed deals and seeds, so the result is the same every time."""

import pytest

from benchmarks.house.ladder import compare, names_at_table
from tests.slugs import SMALLEST, TEAMS


@pytest.mark.parametrize("slug", TEAMS)
def test_greedy_is_stronger_than_random(slug: str) -> None:
    assert compare(slug, "greedy", "random", 3, "test").estimate.mean > 0.7


@pytest.mark.parametrize("slug", SMALLEST)
def test_the_expert_is_stronger_than_greedy(slug: str) -> None:
    assert compare(slug, "expert", "greedy", 10, "test").estimate.mean > 0.52


def test_half_of_the_table_is_the_stronger_bots() -> None:
    assert names_at_table("karma-4", "expert", "greedy") == ["expert", "greedy", "expert", "greedy"]
    assert names_at_table("karmaka-2v2", "expert", "greedy") == ["expert", "greedy"]
