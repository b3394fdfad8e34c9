"""The command: python -m tests.engines.oracles."""

import pytest

from tests.engines.oracles import __main__ as command
from tests.engines.oracles.comparing import DifferenceError, Played


def test_it_says_how_much_was_compared_and_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "2", "diamoniak-2"]) == 0
    printed = capsys.readouterr().out
    assert "diamoniak-2: 2 games" in printed
    assert "0 variants differ" in printed
    assert "a fairy beats the witch" in printed


def test_two_processes_compare_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for jobs in "1", "2":
        assert command.main(["--games", "3", "--jobs", jobs, "diamoniak-4"]) == 0
        lines.append(capsys.readouterr().out.splitlines()[:-1])  # without the time
    assert lines[0] == lines[1]


def test_a_difference_is_printed_and_the_other_variants_are_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differ(slug: str, number: int) -> Played:
        if slug == "diamoniak-2":
            raise DifferenceError("the ranks differ")
        return Played(games=1)

    monkeypatch.setattr(command, "compare_game", differ)
    assert command.main(["--games", "2", "diamoniak-2", "diamoniak-3"]) == 1
    printed = capsys.readouterr().out
    assert "the ranks differ" in printed
    assert "diamoniak-3: 2 games" in printed
    assert "1 variants differ" in printed


def test_a_game_can_be_seen_again_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def note(_slug: str, number: int) -> Played:
        numbers.append(number)
        return Played(games=1)

    monkeypatch.setattr(command, "compare_game", note)
    command.main(["--first", "17", "--games", "2", "diamoniak-2"])
    assert numbers == [17, 18]


def test_a_game_without_an_oracle_is_refused_with_the_games_that_have_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess-2"])
    assert "chess-2; games: karma, " in capsys.readouterr().err
