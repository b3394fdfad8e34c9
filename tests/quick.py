"""A plugin: ``pytest --quick`` lints what changed, runs the tests that it is likely to break, and then the pure parts.

Which tests a change concerns is read from the imports of the test files; a test file that changed comes first and is
always run. Of the others, what has not begun within a minute is skipped, counted and named with the command that runs
it: quick is never the last word.
"""

import ast
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LASTS_S = 60.0
"""After the first test of a worker; the rest of the 90 seconds is for the start."""

_BEGAN = pytest.StashKey[float]()

PURE = ("tests/engines", "tests/ratings", "tests/tournaments", "tests/lib", "tests/test_layout.py")
"""Rules, ratings and pairings: always looked at. They need no database and no processes."""
LEFT_TO_THE_FULL_RUN = (
    "tests/backups",
    "tests/browser",
    "tests/chaos",
    "tests/docs/test_every_block.py",
    "tests/docs/test_readme_commands.py",
    "tests/engines/compiled/test_both_forms.py",
    "tests/sandbox/hostile",
    "tests/starters",
)
"""Whole processes, browsers and compilers: run here only where the test file itself changed."""
OTHER_FILES = (
    (r"\.html$", ("tests/web/test_templates.py", "tests/web/test_pages.py", "tests/web/test_translatable.py")),
    (r"\.(js|ts)$", ("tests/replays/test_script.py",)),
    (r"\.md$", ("tests/docs/test_links.py", "tests/docs/test_every_block.py")),
    (r"^docker/", ("tests/docker/test_compose.py", "tests/docker/test_dockerfile.py")),
    (r"^(\.github|\.ci|\.pre-commit|pyproject|CITATION|LICENSE|SECURITY)", ("tests/test_manners.py",)),
    (r"(^pyproject\.toml|\.lock)$", ("tests/test_layout.py",)),
)
"""What is not Python has no imports: the tests that read such files."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="what a change concerns, and the pure parts, for a minute")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick") and not hasattr(config, "workerinput"):
        lint([name for name in changed_files() if name.endswith(".py")])


def lint(files: list[str]) -> None:
    """Layout and slips of what changed: it takes a moment, and the tests need not begin before it is right."""
    ruff = str(Path(sys.executable).with_name("ruff"))
    for what in (["format", "--check"], ["check"]):
        if files and subprocess.run([ruff, *what, "--force-exclude", *files], cwd=ROOT, check=False).returncode:
            pytest.exit(f"ruff {what[0]} is not content with what changed (see above).", returncode=1)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("--quick") or collection_path.is_dir() or collection_path.suffix != ".py":
        return None
    name = str(collection_path.relative_to(ROOT))
    # Only what this plugin knows to be a test file is for it to choose; explicit ``None`` leaves the rest to others.
    return None if not _is_test(name) or name in _chosen() else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        place = {name: number for number, name in enumerate(_chosen())}
        items.sort(key=lambda item: place.get(item.nodeid.split("::")[0], len(place)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not item.config.getoption("--quick"):
        return
    began = item.config.stash.setdefault(_BEGAN, time.monotonic())
    if time.monotonic() - began > LASTS_S and item.nodeid.split("::")[0] not in changed_files():
        pytest.skip("The minute of a quick run was over. Fix:")


@cache
def _chosen() -> tuple[str, ...]:
    return choose(changed_files(), {str(path.relative_to(ROOT)): path for path in (ROOT / "tests").rglob("test_*.py")})


@cache
def changed_files() -> tuple[str, ...]:
    """Everything that is not as on ``main``, committed or not; without a ``main``, as in the last commit."""
    base = _git("merge-base", "main", "HEAD") or _git("merge-base", "origin/main", "HEAD") or ["HEAD"]
    if base == _git("rev-parse", "HEAD"):
        base = ["HEAD"]
    tracked = _git("diff", "--name-only", "--diff-filter=d", base[0])
    return tuple(sorted({*tracked, *_git("ls-files", "--others", "--exclude-standard")}))


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def choose(changed: Iterable[str], tests: dict[str, Path]) -> tuple[str, ...]:
    """Test files to run, the most telling first: changed ones, those that use what changed, the pure rest."""
    changed = tuple(changed)
    own = [name for name in changed if name in tests]
    modules = {module for name in changed if (module := module_of(name))}
    folders = tuple(f"{Path(name).parent}/" for name in changed if Path(name).name == "conftest.py")
    using = [
        name
        for name, path in sorted(tests.items())
        if name.startswith(folders) or (modules and imports(path.read_text()) & modules)
    ]
    using += [name for pattern, names in OTHER_FILES for name in names if any(re.search(pattern, c) for c in changed)]
    pure = [name for name in sorted(tests) if name.startswith(PURE)]
    rest = [name for name in (*using, *pure) if not name.startswith(LEFT_TO_THE_FULL_RUN)]
    return tuple(dict.fromkeys(name for name in (*own, *rest) if name in tests))


def module_of(name: str) -> str:
    """The dotted name under which a file of the project is imported; empty if it is none."""
    path = Path(name)
    if path.suffix != ".py":
        return ""
    parts = [*path.with_suffix("").parts]
    if parts[0] == "platform":
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str) -> set[str]:
    """The modules that a file names in its imports; of ``from a import b`` both ``a`` and ``a.b``."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _is_test(name: str) -> bool:
    return name.startswith("tests/") and Path(name).name.startswith("test_")
