"""Entrants by address, and what a program is given besides its own files."""

import subprocess
import sys
from pathlib import Path

import pytest

import sandbox
from bots.house.base import HouseBot
from engines import variant
from engines.registry import names, targets
from referee import house
from referee.canary import canary_starts
from referee.deal import SealedDeal
from referee.entrants import EntrantError, FolderEntrant, HouseEntrant, HumanEntrant, ProgramEntrant, entrant
from referee.faults import FaultKind
from referee.game import play_game
from referee.library import sdk_library, wanted_modules
from referee.replay import Termination
from referee.substitute import AnyLegal, house_substitute
from tests.bots.cast import FOLDER, QUICK, built, needs_sandbox, play_against
from tests.referee.cast import First, play, seat
from tests.slugs import SMALLEST


def test_an_address_is_a_folder_a_house_bot_or_a_person() -> None:
    assert isinstance(entrant("human"), HumanEntrant)
    assert isinstance(entrant("house:random"), HouseEntrant)
    with pytest.raises(EntrantError, match=r"no house bot called 'nobody'. House bots: house:random"):
        entrant("house:nobody")
    with pytest.raises(EntrantError, match="neither a folder nor a file"):
        entrant("/no/such/place")


@needs_sandbox
def test_a_folder_without_a_program_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(EntrantError, match="No program was found"):
        FolderEntrant(tmp_path)


def test_house_bots_repeat_their_games_with_the_same_seed_and_differ_from_game_to_game() -> None:
    def hashes(seed: bytes) -> list[str]:
        one, other = HouseEntrant("random", seed), HouseEntrant("random", seed + b"x")
        deal = SealedDeal.from_text("house")
        return [
            play_game("karma-2", [one.open("karma-2"), other.open("karma-2")], deal).transcript_hash for _ in range(2)
        ]

    assert hashes(b"a" * 16) == hashes(b"a" * 16)
    assert len(set(hashes(b"a" * 16))) == 2


@pytest.mark.parametrize("slug", [*SMALLEST, "karmaka-2v2"])
def test_the_stand_in_plays_every_game_from_the_middle(slug: str) -> None:
    from tests.referee.cast import AnyLegal as Mixed
    from tests.referee.cast import Failing

    bots: list[HouseBot] = [Mixed() for _ in range(variant(slug).seats)]
    bots[0] = Failing(at=4)
    record = play(slug, *bots, substitute=house_substitute)
    assert record.termination is Termination.FAULT, record.void_reason


def test_without_house_bots_there_is_still_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "registry", lambda: None)
    assert house.names() == []
    bot = house_substitute("karma-2", b"seed")
    assert isinstance(bot, AnyLegal)
    request = {"number": 3, "legal": [{"id": 4}, {"id": 9}]}
    assert bot.choose(request) == bot.choose(request)
    with pytest.raises(LookupError, match="No house bots"):
        house.create("random", "karma-2", b"")


def test_the_library_holds_the_sdk_and_the_engines_and_nothing_else() -> None:
    folder = sdk_library()
    assert sorted(path.name for path in folder.iterdir()) == ["bots", "engines", "games.dist-info"]
    assert sorted(path.name for path in (folder / "bots").iterdir()) == ["__init__.py", "sdk"]
    code = [path for path in folder.rglob("*") if path.is_file() and path.name != "entry_points.txt"]
    assert {path.suffix for path in code} <= {".py", ".pyc", ".so"}


def test_a_program_finds_the_same_games_in_the_library(tmp_path: Path) -> None:
    asked = "from engines import registry; print(*registry.names())"
    environment = {"PYTHONPATH": str(sdk_library())}
    done = subprocess.run(
        [sys.executable, "-S", "-c", asked], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == names()


@pytest.mark.parametrize(
    ("program", "loaded"),
    [
        ("import json", ()),
        ("from bots.sdk import Bot", ("bots.sdk",)),
        (
            "import bots.sdk\nfrom engines.karmaka.sdk import karmaka_view",
            ("bots.sdk", "engines.karmaka.game"),
        ),
        ("from bots.sdk import Bot\nif TYPE_CHECKING:\n    from engines.karma.sdk import KarmaView", ("bots.sdk",)),
        ("import enginesque", ()),
    ],
)
def test_only_modules_that_a_program_imports_are_loaded_beforehand(
    tmp_path: Path, program: str, loaded: tuple[str, ...]
) -> None:
    (tmp_path / "bot.py").write_text(program)
    assert wanted_modules(tmp_path) == loaded


@pytest.mark.parametrize(
    "program",
    [
        "from bots.sdk.search import Search",
        "from bots.sdk import Bot, search",
        "import engines",
        "from engines import engine",
    ],
)
def test_for_a_program_that_searches_all_games_are_loaded_beforehand(tmp_path: Path, program: str) -> None:
    (tmp_path / "bot.py").write_text(program)
    games = {target.partition(":")[0] for target in targets().values()}
    assert {"engines", "bots.sdk.search", *games} <= set(wanted_modules(tmp_path))


@needs_sandbox
def test_one_program_may_sit_in_several_seats_of_a_game_and_play_again() -> None:
    with ProgramEntrant(built("good"), "good") as bot:
        for _ in range(2):
            record = play_game(
                "diamoniak-3", [bot.open("diamoniak-3") for _ in range(3)], SealedDeal.from_text("x"), control=QUICK
            )
            assert record.termination is Termination.NORMAL, record


@needs_sandbox
def test_the_canary_sings() -> None:
    assert canary_starts()


@needs_sandbox
def test_a_bot_that_dies_at_once_is_at_fault_while_the_canary_sings(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('no such module')")
    with FolderEntrant(tmp_path) as bot:
        channels = [bot.open("karma-2"), seat(First(), ours=True)]
        fault = play_game("karma-2", channels, SealedDeal.from_text("x"), control=QUICK).faults[0]
    assert fault.kind is FaultKind.START
    assert "no such module" in fault.evidence.stderr_tail


@needs_sandbox
def test_nobody_is_at_fault_when_the_canary_is_silent_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("referee.channels.program.canary_starts", lambda: False)
    (tmp_path / "bot.py").write_text("raise SystemExit(1)")
    with FolderEntrant(tmp_path) as bot:
        channels = [bot.open("karma-2"), seat(First(), ours=True)]
        record = play_game("karma-2", channels, SealedDeal.from_text("x"), control=QUICK)
    assert record.termination is Termination.VOID
    assert "not even the canary" in record.void_reason


@needs_sandbox
def test_a_crash_in_the_middle_needs_no_canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.channels.program.canary_starts", lambda: False)
    assert play_against("crashing").faults[0].kind is FaultKind.CRASH


@needs_sandbox
def test_a_sandbox_that_cannot_start_makes_the_game_void(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: sandbox.Jail) -> sandbox.Channel:
        raise sandbox.SandboxError("bubblewrap is gone")

    monkeypatch.setattr(sandbox.Jail, "start", broken)
    record = play_against("good")
    assert record.termination is Termination.VOID
    assert "bubblewrap is gone" in record.void_reason


def test_the_cast_of_bad_bots_is_complete() -> None:
    names = {path.parent.name for path in FOLDER.glob("*/bot.py")}
    assert names == {
        "good",
        "crashing",
        "hanging",
        "slow",
        "lying",
        "babbling",
        "silent",
        "flooding",
        "memory_eater",
        "wrong_version",
        "only_seat_0",
        "fails_late",
    }
