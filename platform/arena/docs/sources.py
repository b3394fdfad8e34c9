"""What the documentation is made of: the folder `docs/`, and pages that live beside the code they describe.

Standard library and engines only: the hooks of MkDocs import it, and so does the demo before Django is set up.
"""

import hashlib
import os
from pathlib import Path

from engines.registry import games

ELSEWHERE = {
    "platform/referee/README.md": "developers/referee.md",
    "sandbox/README.md": "developers/sandbox.md",
    "sandbox/runtimes/README.md": "developers/runtimes.md",
    "CONTRIBUTING.md": "developers/contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Where a file of the project stands in the site."""

GAME_PAGES = {"README.md": "rules", "strategy.md": "strategy"}
"""Pages in the folder of a game, and what they are called in the site."""

CONFIG = "mkdocs.yml"


def pages(root: Path) -> dict[str, str]:
    """All pages from elsewhere: the file, as seen from the root of the project, and its place in the site."""
    own = {
        _seen_from(root, path): f"bot-authors/{title}-{game.name}.md"
        for game in games()
        for name, title in GAME_PAGES.items()
        if (path := game.file(name)) is not None
    }
    return {**own, **ELSEWHERE}


def menu(root: Path) -> list[dict[str, list[dict[str, str]]]]:
    """The games in the menu of the site, each with the pages that it has."""
    places = set(pages(root).values())
    return [
        {
            game.title: [
                {title.capitalize(): place}
                for title in GAME_PAGES.values()
                if (place := f"bot-authors/{title}-{game.name}.md") in places
            ]
        }
        for game in games()
        if f"bot-authors/rules-{game.name}.md" in places
    ]


def _seen_from(root: Path, path: Path) -> str:
    """With slashes; a game of another package may lie outside the project."""
    return Path(os.path.relpath(path.resolve(), root.resolve())).as_posix()


def files(root: Path) -> list[Path]:
    """Everything whose change asks for a new build."""
    own = root / "platform" / "arena" / "docs"
    written = (path for path in (root / "docs").rglob("*") if path.is_file())
    elsewhere = (root / name for name in pages(root))
    return sorted([root / CONFIG, own / "hooks.py", own / "sources.py", *written, *elsewhere])


def fingerprint(root: Path, extra: str = "") -> str:
    """Names and contents of all sources, and whatever else decides how the site looks."""
    digest = hashlib.sha256(extra.encode())
    for path in files(root):
        content = path.read_bytes()
        digest.update(f"{_seen_from(root, path)}:{len(content)}:".encode() + content)
    return digest.hexdigest()
