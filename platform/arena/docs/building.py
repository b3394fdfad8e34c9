"""Builds the documentation site, and knows whether the one that is there belongs to the present sources."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from arena.docs import sources
from arena.embedded.progress import run_step

STAMP = ".built-from"
BUILDER = "mkdocs-material"


class CannotBuildError(Exception):
    """The site cannot be built; the sentence says what to do."""


def site(root: Path) -> Path:
    return root / "site"


def is_current(root: Path) -> bool:
    stamp = site(root) / STAMP
    return stamp.is_file() and stamp.read_text() == _key(root)


def can_build() -> bool:
    return bool(_builder())


def build(root: Path) -> None:
    """Into a folder beside, then swapped: whoever reads the site meanwhile never sees half of it."""
    if not can_build():
        raise CannotBuildError(f"{BUILDER} is not installed. Install the extra 'docs': pip install -e '.[docs]'")
    key = _key(root)
    fresh = Path(tempfile.mkdtemp(prefix=".site-", dir=root))
    try:
        run_step("building the documentation", command(root, fresh), cwd=root, env=environment())
        (fresh / STAMP).write_text(key)
        fresh.chmod(0o755)
        old = fresh.with_name(f"{fresh.name}-old")
        if site(root).exists():
            site(root).rename(old)
        fresh.rename(site(root))
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def command(root: Path, out: Path) -> list[str | Path]:
    """A link that leads nowhere and a page that is in no menu are errors."""
    config = str(root / sources.CONFIG)
    return [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", config, "-d", out]


def environment() -> dict[str, str]:
    # The theme's advertisement of its successor is no warning about our pages.
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


def check(root: Path) -> str:
    """What is wrong with the pages; empty if nothing is. Leaves the site as it is."""
    with tempfile.TemporaryDirectory() as folder:
        whole = [str(part) for part in command(root, Path(folder))]
        done = subprocess.run(whole, cwd=root, env=environment(), capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def _key(root: Path) -> str:
    return sources.fingerprint(root, _builder())


def _builder() -> str:
    try:
        return version(BUILDER)
    except PackageNotFoundError:
        return ""
