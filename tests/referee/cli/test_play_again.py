"""What a seed repeats, where a single side sits, and what Ctrl-C leaves behind."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from engines import new_game
from referee import house
from referee.blocks import Seating
from referee.cli import block_plan
from referee.cli import play as command
from referee.cli.live import LiveTable
from referee.deal import SealedDeal
from referee.entrants import HouseEntrant
from referee.observer import Opening
from referee.replay import loads
from referee.series import BlockResult, play_block, single_game
from tests.bots.cast import FOLDER, needs_sandbox
from tests.referee.cli.arena import Arena

TWO = ("house:random", "house:random")


def salts(folder: Path) -> list[str]:
    return sorted(loads(file.read_bytes()).salt.hex() for file in folder.glob("*.json"))


@pytest.mark.parametrize("more", [(), ("--blocks", 2)])
def test_a_seed_repeats_the_bots_chance_too(arena: Arena, tmp_path: Path, more: tuple[object, ...]) -> None:
    for folder in ("once", "again"):
        assert arena("play", "diamoniak-2", *TWO, "--seed", "x", "--save", tmp_path / folder, "-q", *more).status == 0
    assert salts(tmp_path / "once") == salts(tmp_path / "again")
    assert len(set(salts(tmp_path / "once"))) == (4 if more else 1)


def test_without_being_asked_a_block_draws_its_salts() -> None:
    entrants = [HouseEntrant("random", b"a" * 16), HouseEntrant("random", b"b" * 16)]
    once, again = (play_block("diamoniak-2", entrants, b"s" * 32) for _ in range(2))
    drawn = {game.replay.salt for block in (once, again) for game in block.games if game.replay}
    assert len(drawn) == 4


def test_the_single_seat_can_be_chosen_for_one_game(arena: Arena, tmp_path: Path) -> None:
    ran = arena("play", "karmaka-wolf+wolfSeat=2", "house:greedy", "house:random", "--save", tmp_path, "-q")
    assert ran.status == 0
    replay = loads(next(tmp_path.glob("*.json")).read_bytes())
    assert [seat.name for seat in replay.seats] == ["house:random", "house:random", "house:greedy"]


def test_blocks_refuse_a_fixed_single_seat(arena: Arena) -> None:
    ran = arena("play", "karmaka-wolf+wolfSeat=2", *TWO, "--blocks", 1)
    assert ran.status == 2
    assert "Name karmaka-wolf without wolfSeat." in ran.err


def test_a_person_and_json_are_refused_with_a_sentence(arena: Arena) -> None:
    ran = arena("play", "karma-2", "house:random", "human", "--json")
    assert ran.status == 2
    assert "Leave out --json or the human." in ran.err


def test_a_folder_that_cannot_be_made_is_told_before_playing(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = arena("play", "karma-2", *TWO, "--save", tmp_path / "file" / "games")
    assert ran.status == 2
    assert "Nothing was played." in ran.err


def test_the_help_names_the_house_bots_that_there_are() -> None:
    assert ", ".join(house.names()) == command.HOUSE_BOTS


@needs_sandbox
def test_a_single_game_with_a_fault_fails_and_its_json_has_the_evidence(arena: Arena) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "crashing", "--json")
    assert ran.status == 1
    fault = json.loads(ran.out)["faults"][0]
    assert "ZeroDivisionError" in fault["evidence"]["stderr_tail"]
    assert fault["fix"]


@needs_sandbox
def test_the_messages_that_failed_are_kept_for_a_try_by_hand(arena: Arena, tmp_path: Path) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "crashing", "--save", tmp_path, "-q")
    file = next(tmp_path.glob("*-seat-1.jsonl"))
    assert str(file) in ran.out
    hello, *_, request, fault = map(json.loads, file.read_text().splitlines())
    assert fault["type"] == "fault"
    assert (hello["type"], hello["seat"], request["type"], request["number"]) == ("hello", 1, "request", 3)
    assert hello["limits"]["memory_mb"] > 0


@needs_sandbox
def test_a_series_lists_the_faults_of_each_bot(arena: Arena) -> None:
    ran = arena("play", "diamoniak-2", FOLDER / "good", FOLDER / "only_seat_0", "--blocks", 1, "--json")
    good, bad = json.loads(ran.out)["bots"]
    assert good["faults"] == []
    assert [fault["kind"] for fault in bad["faults"]] == ["crash"]


@needs_sandbox
def test_two_folders_of_the_same_name_go_by_their_addresses(arena: Arena, tmp_path: Path) -> None:
    for version in ("old", "new"):
        (tmp_path / version / "bot").mkdir(parents=True)
        (tmp_path / version / "bot" / "bot.py").write_text((FOLDER / "good" / "bot.py").read_text())
    ran = arena("play", "diamoniak-2", tmp_path / "old" / "bot", tmp_path / "new" / "bot", "--blocks", 1, "--json")
    names = [bot["name"] for bot in json.loads(ran.out)["bots"]]
    assert names == [str(tmp_path / "old" / "bot"), str(tmp_path / "new" / "bot")]


def test_ctrl_c_during_blocks_shows_what_was_played(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    real = play_block

    def stopped(slug: str, entrants: list[HouseEntrant], seed: bytes, block: int, **rest: bool) -> BlockResult:
        if block == 2:
            raise KeyboardInterrupt
        return real(slug, entrants, seed, block, is_repeatable=rest["is_repeatable"])

    monkeypatch.setattr(block_plan, "play_block", stopped)
    ran = arena("play", "diamoniak-2", *TWO, "--blocks", 5, "-q")
    assert ran.status == 130
    assert "2 blocks, 4 games" in ran.out
    assert "Stopped." in ran.err


def test_a_live_table_gives_the_cursor_back_when_it_is_stopped() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=24)
    opening = Opening("g", new_game("karma-6", SealedDeal.from_text("x").deal()).variant, "", ("a",) * 6)

    def interrupted() -> None:
        with LiveTable(console, 0) as table:
            table.started(opening)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert console.file.getvalue().rfind("\x1b[?25h") > console.file.getvalue().rfind("\x1b[?25l")  # type: ignore[attr-defined]


def test_the_last_actions_stay_in_sight_on_a_low_terminal() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=24)
    state = new_game("karma-6", SealedDeal.from_text("x").deal())
    with LiveTable(console, 0) as table:
        table.started(Opening("g", state.variant, "", ("a\x1b[2J",) * 6))
        for number in range(12):
            table.acted(state, 0, f"action {number}", 1.0)
        picture = table._picture("line\n" * 40)
    assert picture.splitlines()[2] == "seat 0 (a\ufffd[2J): action 11"


def test_seatings_of_a_single_game_keep_the_order_of_the_bots() -> None:
    assert single_game("karma-3", 3) == ("karma-3", Seating((0, 1, 2)))
