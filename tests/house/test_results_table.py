"""The table of results on the page for bot authors."""

from pathlib import Path

from benchmarks.house.ladder import Comparison
from benchmarks.house.table import HEAD, write
from referee.stats import Estimate


def result(slug: str, stronger: str, weaker: str, mean: float) -> Comparison:
    return Comparison(slug, stronger, weaker, Estimate(mean, mean - 0.1, mean + 0.1, 9), (mean, 1 - mean), 18, 1.0)


def test_new_rows_take_the_place_of_old_ones_and_stand_in_the_order_of_variants_and_grades(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n<!-- results -->\n{HEAD}\n<!-- end of results -->\nafter\n")
    write([result("karma-4+strictFollowUp", "expert", "greedy", 0.7)], page)
    write([result("diamoniak-2", "greedy", "random", 0.9), result("karma-2", "search", "expert", 0.7)], page)
    write([result("karma-2", "greedy", "random", 0.8), result("karma-2", "search", "expert", 0.55)], page)
    lines = page.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert [line.split(" | ")[:2] for line in lines[4:-2]] == [
        ["| karma-2", "greedy"],
        ["| karma-2", "search"],
        ["| diamoniak-2", "greedy"],
        ["| karma-4+strictFollowUp", "expert"],
    ]
    assert "0.550 (0.450 to 0.650) not settled" in lines[5]
