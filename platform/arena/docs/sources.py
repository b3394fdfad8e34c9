"""What the documentation is made of: the folder `docs/`, and pages that live beside the code they describe.

Standard library only: the hooks of MkDocs import it, and so does the demo before Django is set up.
"""

import hashlib
from pathlib import Path

ELSEWHERE = {
    "engines/karma/README.md": "bot-authors/rules-karma.md",
    "engines/karmaka/README.md": "bot-authors/rules-karmaka.md",
    "engines/diamoniak/README.md": "bot-authors/rules-diamoniak.md",
    "platform/referee/README.md": "developers/referee.md",
    "sandbox/README.md": "developers/sandbox.md",
    "sandbox/runtimes/README.md": "developers/runtimes.md",
    "CONTRIBUTING.md": "developers/contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Where a file of the project stands in the site."""

CONFIG = "mkdocs.yml"


def files(root: Path) -> list[Path]:
    """Everything whose change asks for a new build."""
    own = root / "platform" / "arena" / "docs"
    pages = (path for path in (root / "docs").rglob("*") if path.is_file())
    return sorted([root / CONFIG, own / "hooks.py", own / "sources.py", *pages, *(root / name for name in ELSEWHERE)])


def fingerprint(root: Path, extra: str = "") -> str:
    """Names and contents of all sources, and whatever else decides how the site looks."""
    digest = hashlib.sha256(extra.encode())
    for path in files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root)}:{len(content)}:".encode() + content)
    return digest.hexdigest()
