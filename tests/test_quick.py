"""Which tests a quick run chooses for a change."""

from pathlib import Path

import pytest

from tests.quick import LEFT_TO_THE_FULL_RUN, OTHER_FILES, PURE, ROOT, choose, imports, module_of


@pytest.fixture
def tests(tmp_path: Path) -> dict[str, Path]:
    """A small tree of tests by their names in the project."""
    sources = {
        "tests/chaos/test_storm.py": "from arena.matches.claim import claim",
        "tests/matches/test_claim.py": "from arena.matches.claim import claim",
        "tests/matches/test_lease.py": "import arena.matches.lease\nfrom tests.matches import cast",
        "tests/ratings/test_fit.py": "from referee.ratings.fit import fit",
        "tests/web/test_templates.py": "import re",
    }
    made = {}
    for number, (name, source) in enumerate(sources.items()):
        made[name] = tmp_path / f"{number}.py"
        made[name].write_text(source)
    return made


def test_without_a_change_only_the_pure_parts_are_run(tests: dict[str, Path]) -> None:
    assert choose([], tests) == ("tests/ratings/test_fit.py",)


def test_a_changed_module_brings_the_tests_that_import_it_before_the_pure_ones(tests: dict[str, Path]) -> None:
    chosen = choose(["platform/arena/matches/claim.py"], tests)
    assert chosen == ("tests/matches/test_claim.py", "tests/ratings/test_fit.py")


def test_a_changed_test_comes_first_also_where_its_folder_is_left_to_the_full_run(tests: dict[str, Path]) -> None:
    chosen = choose(["tests/chaos/test_storm.py", "platform/arena/matches/claim.py"], tests)
    assert chosen[:2] == ("tests/chaos/test_storm.py", "tests/matches/test_claim.py")


def test_helpers_and_fixtures_bring_the_tests_that_use_them(tests: dict[str, Path]) -> None:
    assert "tests/matches/test_lease.py" in choose(["tests/matches/cast.py"], tests)
    assert set(choose(["tests/matches/conftest.py"], tests)) >= {
        "tests/matches/test_claim.py",
        "tests/matches/test_lease.py",
    }


def test_files_without_imports_have_their_readers(tests: dict[str, Path]) -> None:
    assert "tests/web/test_templates.py" in choose(["platform/arena/web/templates/base.html"], tests)


def test_what_is_gone_is_not_run(tests: dict[str, Path]) -> None:
    assert "tests/matches/test_gone.py" not in choose(["tests/matches/test_gone.py"], tests)


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("platform/arena/web/pages.py", "arena.web.pages"),
        ("engines/karma/__init__.py", "engines.karma"),
        ("tests/matches/cast.py", "tests.matches.cast"),
        ("docs/README.md", ""),
    ],
)
def test_a_file_is_known_by_its_module(name: str, module: str) -> None:
    assert module_of(name) == module


def test_imports_count_the_module_and_what_is_taken_from_it() -> None:
    assert imports("import a.b\nfrom c import d as e") == {"a.b", "c", "c.d"}


def test_every_path_that_the_choice_names_exists() -> None:
    named = [*PURE, *LEFT_TO_THE_FULL_RUN, *(name for _, names in OTHER_FILES for name in names)]
    assert [name for name in named if not (ROOT / name).exists()] == []
