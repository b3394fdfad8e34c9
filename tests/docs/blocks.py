"""Every fenced block of the documentation, with what the comment above it says about it."""

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

from arena.docs.sources import pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in pages(ROOT))])
_BLOCK = re.compile(
    r"(?:^(?P<comment>[ ]*<!-- [^\n]* -->)\n)?"
    r"^(?P<indent>[ ]*)```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    title: str
    text: str
    note: str
    """What the comment above says, without its marks; empty if there is none."""

    @property
    def delegate(self) -> str:
        return self.note.removeprefix("run by: ") if self.note.startswith("run by: ") else ""

    @property
    def reason(self) -> str:
        """Why it is not run; empty if it is."""
        return self.note.removeprefix("not run: ") if self.note.startswith("not run: ") else ""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text()
    return [
        Block(
            page,
            text.count("\n", 0, found.start("language")) + 1,
            found["language"],
            found["title"] or "",
            textwrap.dedent(found["text"]),
            (found["comment"] or "").strip().removeprefix("<!-- ").removesuffix(" -->"),
        )
        for found in _BLOCK.finditer(text)
    ]


ALL = [block for page in PAGES for block in blocks_of(page)]
