"""A package of its own brings a game: found by its entry point, sound, and no danger to the others."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engines import registry, variant
from engines.errors import BrokenGameError, UnknownVariantError
from engines.registry import GROUP, broken_games, games, names
from referee.library import sdk_library
from tests.fourth_game.installed import GAME, PACKAGE, installed

OWN = names()
"""Without any other package."""


def test_the_package_declares_what_its_installed_form_says() -> None:
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    written = (PACKAGE / "market_day-1.0.dist-info" / "entry_points.txt").read_text()
    assert written == f"[{GROUP}]\n" + "".join(f"{name} = {target}\n" for name, target in declared.items())


def test_it_stands_among_the_games_as_long_as_it_is_installed(market_day: str) -> None:
    assert names() == [*OWN, market_day]
    assert variant("market-day-3").game == market_day
    assert variant("market-day-3+carry").option("carry") == 1
    assert registry.game_of("market-day-3+carry") == market_day


def test_without_the_package_there_is_no_such_game() -> None:
    assert names() == OWN
    with pytest.raises(UnknownVariantError, match="no variant called 'market-day-2'"):
        variant("market-day-2")


def test_it_passes_the_conformance_suite(market_day: str) -> None:
    """In a process of its own, as its author would run it."""
    suite = [sys.executable, "-m", "pytest", "tests/engines/conformance", "-k", market_day, "-q", "-n", "0"]
    done = subprocess.run(suite, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout


def test_bots_in_their_jail_find_it_too(market_day: str, tmp_path: Path) -> None:
    code = "from engines import registry; print(*registry.names())"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(sdk_library())}, cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == [*OWN, market_day]


def declare(folder: Path, name: str, module: str) -> Path:
    """An installed package with one module and one game."""
    (folder / f"{name}.py").write_text(module)
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {name}:GAME\n")
    return folder


@pytest.mark.parametrize(
    ("name", "module", "reason"),
    [
        ("spoilt", "raise OSError('no disk')", "no disk"),
        ("spoilt", "", "GAME"),
        ("spoilt", "GAME = 5", "not an object of the class"),
        ("spoilt", "from engines.karma.game import GAME", "Its engine is called 'karma'"),
        ("Spoilt", "from engines.karma.game import GAME", "small letters"),
        ("karma-x", "", "begins with that of another, karma"),
    ],
)
@pytest.mark.filterwarnings("ignore:The game:RuntimeWarning")
def test_a_broken_game_is_left_out_and_told_about(tmp_path: Path, name: str, module: str, reason: str) -> None:
    with installed(declare(tmp_path, name, module)):
        assert [each.name for each in games()] == OWN
        assert len(broken_games()) == 1
        assert reason in broken_games()[0]
        with pytest.raises(BrokenGameError):
            registry.game(name)
        sys.modules.pop(name, None)


@pytest.mark.filterwarnings("ignore:The package:RuntimeWarning")
def test_of_two_games_with_one_name_the_first_on_the_path_is_used_and_the_other_told_about(tmp_path: Path) -> None:
    (tmp_path / "zz-1.dist-info").mkdir()
    (tmp_path / "zz-1.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\nkarma = engines.karma.game:GAME\n")
    with installed(tmp_path):
        assert [each.name for each in games()] == OWN
        assert broken_games() == ("The package karma_arena brings a game called 'karma' as well; that of zz is used.",)


def test_a_tree_that_was_never_installed_says_what_to_do(tmp_path: Path) -> None:
    code = "from engines import registry; registry.names()"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(PACKAGE.parents[2])}, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "No game is installed" in done.stderr
    assert "python3 manage.py" in done.stderr


def test_the_name_of_the_game_is_the_one_the_tests_know(market_day: str) -> None:
    assert market_day == GAME
