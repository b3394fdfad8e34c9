"""The results as a table in Markdown, and its place in the page for bot authors."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.house.ladder import Comparison
from bots.house.registry import names
from engines import variants

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bot-authors" / "house-bots.md"
_BEGIN, _END = "<!-- results -->", "<!-- end of results -->"
HEAD = (
    "| variant | stronger | weaker | points per game | score, 95 % interval | blocks (games) | ms per decision |\n"
    "|---|---|---|---|---|---|---|"
)


def row(result: Comparison) -> str:
    estimate = result.estimate
    interval = f"{estimate.mean:.3f} ({estimate.low or 0:.3f} to {estimate.high or 1:.3f})"
    mark = "" if result.is_settled else " not settled"
    points = f"{result.points[0]:.2f} : {result.points[1]:.2f}"
    return (
        f"| {result.slug} | {result.stronger} | {result.weaker} | {points} | {interval}{mark} "
        f"| {estimate.blocks} ({result.games}) | {result.decision_ms:.1f} |"
    )


def write(results: Sequence[Comparison], page: Path = PAGE) -> None:
    """Put the rows between the two marks of the page; rows of other comparisons stay as they are."""
    before, _, rest = page.read_text().partition(_BEGIN)
    old, _, after = rest.partition(_END)
    rows = {_pair(line): line for line in old.strip().splitlines()[HEAD.count("\n") + 1 :]}
    rows |= {_pair(row(result)): row(result) for result in results}
    in_order = [rows[pair] for pair in sorted(rows, key=_place)]
    page.write_text("\n".join([f"{before}{_BEGIN}", HEAD, *in_order, f"{_END}{after}"]))


def _place(pair: tuple[str, ...]) -> tuple[int, int]:
    """Variants as people see them, those with switches last, and the grades upwards."""
    slug, stronger, _ = pair
    slugs = [each.slug for each in variants()]
    return slugs.index(slug) if slug in slugs else len(slugs), names().index(stronger)


def _pair(line: str) -> tuple[str, ...]:
    """What a row compares: variant, stronger, weaker."""
    return tuple(cell.strip() for cell in line.split("|")[1:4])
