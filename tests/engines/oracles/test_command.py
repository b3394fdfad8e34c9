"""The command: python -m tests.engines.oracles."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engines.oracles import __main__ as command
from tests.engines.oracles import keeping
from tests.engines.oracles.comparing import DifferenceError, Played
from tests.engines.oracles.keeping import Kept


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


def test_a_run_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    numbers: list[int] = []

    def stopped_at(last: int) -> Callable[[str, int], Played]:
        def play(_slug: str, number: int) -> Played:
            if number == last:
                raise KeyboardInterrupt
            numbers.append(number)
            return Played(games=1, happened=Counter({"MAIN": number}))

        return play

    run = ["--games", "60", "--keep", str(tmp_path / "kept"), "diamoniak-2"]
    monkeypatch.setattr(command, "compare_game", stopped_at(55))
    with pytest.raises(KeyboardInterrupt):
        command.main(run)
    with (tmp_path / "kept").open("a") as file:
        file.write('{"sources": "torn')
    numbers.clear()
    monkeypatch.setattr(command, "compare_game", stopped_at(60))
    assert command.main(run) == 0
    assert numbers == list(range(50, 60))


def test_a_run_that_goes_on_says_the_same_as_one_that_was_never_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--games", "3", "--keep", str(tmp_path / "kept"), "diamoniak-2"]
    lines = []
    for _time in range(2):
        assert command.main(run) == 0
        lines.append(capsys.readouterr().out.splitlines()[:-1])  # without the time
    assert lines[0] == lines[1]


def test_what_other_sources_compared_counts_for_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = Kept(tmp_path / "kept")
    before.add("diamoniak-2", range(3), Played(games=3))
    assert Kept(tmp_path / "kept").find("diamoniak-2", range(3)) == Played(games=3)
    monkeypatch.setattr(keeping, "key", lambda: "of changed engines")
    assert Kept(tmp_path / "kept").find("diamoniak-2", range(3)) is None


def test_a_game_without_an_oracle_is_refused_with_the_games_that_have_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess-2"])
    assert "chess-2; games: karma, " in capsys.readouterr().err
