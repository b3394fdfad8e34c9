"""One game of each variant, stored as text and compared exactly: its beginning, a hash of the middle, its end."""

import pytest

from engines import playthrough as module
from engines.playthrough import DECISIONS_SHOWN, playthrough
from engines.registry import names
from tests.engines.conformance.conftest import all_slugs, slugs_of
from tests.engines.golden.regenerate import FOLDER, file_of


@pytest.mark.parametrize("slug", all_slugs())
def test_the_game_is_played_as_it_is_stored(slug: str) -> None:
    stored = file_of(slug).read_text(encoding="utf-8")
    assert playthrough(slug) == stored, "If the change is meant: python -m tests.engines.golden.regenerate"


@pytest.mark.parametrize("game", names())
def test_a_stored_game_shows_its_first_sixty_decisions_and_its_end(game: str) -> None:
    lines = file_of(slugs_of(game)[0]).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.startswith("      -> ")]) == DECISIONS_SHOWN == 60
    assert lines[-1].startswith("fingerprint ")


def test_a_change_after_the_sixtieth_decision_changes_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = playthrough("diamoniak-2")
    ordinary = module._one_decision
    monkeypatch.setattr(
        module, "_one_decision", lambda state, step, choice: ordinary(state, step, choice) + ["x"] * (step == 61)
    )
    changed = playthrough("diamoniak-2")
    assert changed != stored
    assert changed.splitlines()[-1] == stored.splitlines()[-1]


def test_the_whole_game_can_be_asked_for() -> None:
    whole = playthrough("karma-2", whole=True)
    assert "left out" not in whole
    assert len(whole.splitlines()) > len(playthrough("karma-2").splitlines())


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(slug).name for slug in all_slugs()}


def test_the_command_prints_a_playthrough(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["karma-2"]) == 0
    assert capsys.readouterr().out == file_of("karma-2").read_text(encoding="utf-8")


def test_the_command_prints_the_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["--whole", "karma-2"]) == 0
    assert capsys.readouterr().out == playthrough("karma-2", whole=True)


def test_the_command_without_a_variant_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["--whole"]) == 2
    assert "[--whole] VARIANT" in capsys.readouterr().err


def test_the_command_names_the_variants_when_asked_for_an_unknown_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["karma-9"]) == 2
    assert "karma-6" in capsys.readouterr().err
