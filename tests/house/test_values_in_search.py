"""The command that tries fitted values in the search: the units of the search, and a file that no stop spoils."""

from pathlib import Path

import pytest

from benchmarks.house import values
from benchmarks.journal import Journal
from bots.house.generic import hooks_of
from engines import Deal, new_game, variant
from engines.registry import game, variants

SLUGS = [one.slug for one in variants()]


@pytest.mark.parametrize("slug", SLUGS)
def test_values_are_told_in_the_points_that_the_search_counts(slug: str) -> None:
    played = variant(slug)
    hooks = hooks_of(game(played.game).policies())
    state = new_game(slug, Deal.from_text("points"))
    tried = values.WAYS["values"](hooks, played).evaluate(state)
    assert sum(tried) == pytest.approx(sum(hooks.evaluate(state)))
    assert all(0 < points < 1 for points in tried)


def test_a_line_that_a_stop_cut_short_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "blocks.jsonl"
    whole = b'{"seed":"s","slug":"x","way":"values","number":0,"score":0.5,"games":2,"ms":1.0}\n'
    file.write_bytes(whole + b'{"seed":"s","sl')
    assert [block.number for block in Journal(file, values.Block).rows] == [0]
    assert file.read_bytes() == whole


def test_the_worse_half_of_the_ways_is_given_up_after_each_heat() -> None:
    means = {"worst": 0.1, "good": 0.6, "best": 0.7, "bad": 0.3}
    scores = {way: dict.fromkeys(range(100), mean) for way, mean in means.items()}
    assert values.still_in(scores, values.HEAT - 1) == list(means)
    assert values.still_in(scores, values.HEAT) == ["best", "good"]
    assert values.still_in(scores, 3 * values.HEAT) == ["best"]
