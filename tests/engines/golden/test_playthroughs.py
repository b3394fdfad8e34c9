"""One game of each variant, stored as text and compared exactly."""

import pytest

from engines import playthrough as module
from engines.playthrough import playthrough
from tests.engines.conformance.conftest import all_slugs
from tests.engines.golden.regenerate import FOLDER, file_of


@pytest.mark.parametrize("slug", all_slugs())
def test_the_game_is_played_as_it_is_stored(slug: str) -> None:
    stored = file_of(slug).read_text(encoding="utf-8")
    assert playthrough(slug) == stored, "If the change is meant: python -m tests.engines.golden.regenerate"


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(slug).name for slug in all_slugs()}


def test_the_command_prints_a_playthrough(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["karma-2"]) == 0
    assert capsys.readouterr().out == file_of("karma-2").read_text(encoding="utf-8")


def test_the_command_names_the_variants_when_asked_for_an_unknown_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["karma-9"]) == 2
    assert "karma-6" in capsys.readouterr().err
