"""The bad bots by name, each built once per test run, and a game against one of them."""

import fcntl
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

import sandbox
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant, build_folder
from referee.game import play_game
from referee.record import GameRecord
from tests.embedded import RUN_FOLDER
from tests.referee.cast import First, seat

FOLDER = Path(__file__).parent
QUICK = TimeControl(decision_ms=150, bank_ms=350, start_ms=20_000)
"""Short enough for tests of bots that hang, long enough for sound ones on a busy machine."""

needs_sandbox = pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))


@cache
def built(name: str) -> sandbox.BuiltProgram:
    return built_once(name, lambda _place: FOLDER / name)


def built_once(name: str, source: Callable[[Path], Path]) -> sandbox.BuiltProgram:
    """By the first process of the test run that asks, for compilers take long; the others find it there.

    ``source`` gives the folder to build, and may make it below a new one that it is told.
    """
    run = Path(os.environ[RUN_FOLDER])
    place = run / f"built-{name}"
    with (run / f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            draft = Path(mkdtemp(prefix=f"{place.name}-", dir=run))
            build_folder(source(draft), draft)
            draft.rename(place)
        return sandbox.BuiltProgram.load(place / "program")


def build_here(folder: Path) -> sandbox.BuiltProgram:
    """Build a folder; the result goes away with the test run."""
    return build_folder(folder, Path(mkdtemp(prefix="built-", dir=os.environ[RUN_FOLDER])))


def play_against(name: str, slug: str = "karma-2", place: int = 0, control: TimeControl = QUICK) -> GameRecord:
    """One game of a bot of this folder in a seat, against in-process bots everywhere else."""
    with ProgramEntrant(built(name), name, limits=sandbox.Limits(memory_mb=96)) as bot:
        seats = int(slug.split("-")[1])
        channels = [bot.open(slug) if each == place else seat(First(), ours=True) for each in range(seats)]
        return play_game(
            slug, channels, SealedDeal.from_text("tutorial"), control=control, substitute=lambda *_: First()
        )
