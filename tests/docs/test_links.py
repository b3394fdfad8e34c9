"""Links between pages of the documentation lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("engines/*/*.md")])


@pytest.mark.parametrize("document", PAGES, ids=lambda found: str(found.relative_to(ROOT)))
def test_every_link_leads_to_a_file(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(), flags=re.DOTALL)
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    missing = [each for each in targets if each and "://" not in each and not (document.parent / each).exists()]
    assert not missing


def test_every_page_is_reached_from_the_index() -> None:
    seen: set[Path] = set()
    waiting = [ROOT / "docs" / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        waiting += [
            (page.parent / target.split("#")[0]).resolve()
            for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text())
        ]
    assert set((ROOT / "docs").rglob("*.md")) <= seen
