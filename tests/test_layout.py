"""The folder ``platform/`` shares its name with a module of the standard library, which everything imports."""

import platform
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_platform_is_still_the_standard_librarys() -> None:
    assert platform.__file__.endswith("platform.py")
    assert platform.system()


def test_the_source_root_is_no_package() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert not (ROOT / "platform" / "conftest.py").exists()


def packaged(folder: Path) -> list[Path]:
    settings = tomllib.loads((folder / "pyproject.toml").read_text())
    return [folder / name for name in settings["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]]


def test_the_wheels_bring_the_product_and_nothing_that_makes_pictures_of_it() -> None:
    packages = [*packaged(ROOT), *packaged(ROOT / "platform")]
    paths = [path for package in packages for path in package.rglob("*") if path.is_file()]
    files = [path for path in paths if "__pycache__" not in path.parts]
    assert len(files) > 500
    elsewhere = re.compile(r"\b(samples?|showcase|screenshots?|moving_picture|conftest|test_\w+)\b")
    own = [path for path in files if "starters" not in path.parts]  # a kit brings an author's own tests
    assert [path for path in own if elsewhere.search(path.stem) or "tests" in path.relative_to(ROOT).parts] == []


def test_the_lock_files_name_no_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        assert "://" not in lock.read_text()


def test_the_run_lock_is_part_of_the_development_lock() -> None:
    """One installation may serve both commands only if they agree on every version."""

    def pins(name: str) -> set[str]:
        return {line.split(" ")[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}

    assert pins("requirements.lock") <= pins("requirements-dev.lock")
