import re
from pathlib import Path

import pytest

from arena.tournaments.planning.formats.groups_knockout.format import GroupsKnockoutSettings
from arena.tournaments.planning.registry import FORMATS
from arena.tournaments.planning.standings.registry import TIE_BREAKS
from tests.tournaments.series_odds import best_of

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_for_developers_runs() -> None:
    text = (DOCS / "developers" / "tournaments.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "tournaments.md", "exec"), {})  # noqa: S102 - our own documentation


def settings_table() -> dict[str, str]:
    text = (DOCS / "organisers" / "formats.md").read_text()
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))


@pytest.mark.parametrize("name", [*FORMATS, "groups_knockout"])
def test_organisers_find_every_setting_of_every_format(name: str) -> None:
    kind = GroupsKnockoutSettings if name == "groups_knockout" else FORMATS[name].settings
    assert set(re.findall(r"`(\w+)`", settings_table()[name])) == set(kind.__dataclass_fields__)


def test_organisers_find_every_tie_break() -> None:
    text = (DOCS / "organisers" / "formats.md").read_text()
    assert all(f"`{name}`" in text for name in TIE_BREAKS)


@pytest.mark.parametrize("p", [0.52, 0.55, 0.60])
def test_the_chances_told_to_organisers_are_true(p: float) -> None:
    text = (DOCS / "organisers" / "formats.md").read_text()
    row = next(line for line in text.splitlines() if line.startswith(f"| {p:.2f} |"))
    assert row == f"| {p:.2f} | " + " | ".join(f"{best_of(p, n):.3f}" for n in (1, 21, 101, 201)) + " |"
