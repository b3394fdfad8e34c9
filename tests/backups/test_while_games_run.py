"""A backup taken while real workers play, restored into a second, empty PostgreSQL and an empty folder."""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from arena.backups.boards import boards
from arena.bots import large_files
from arena.bots.archive import Upload
from arena.bots.models import BotVersion, CheckState
from arena.embedded import postgres
from arena.embedded.unprivileged import make_folder
from arena.matches.models import Game, GameState, Match, MatchState
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.refit import refit
from arena.ratings.models import Anchor, Pool
from arena.settings.environment import ROOT
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.ladders import rounds
from tests.matches import cast
from tests.patience import PATIENCE_S

VARIANT = "diamoniak-2"


@pytest.fixture
def arena(transactional_db: None) -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


@pytest.fixture
def versions(transactional_db: None) -> list[BotVersion]:
    grades = {"Dice": "random", "Chance": "random", "Thrift": "greedy", "Care": "greedy"}
    return [cast.ready_version(None, name, house) for name, house in grades.items()]


@pytest.fixture
def empty_machine() -> Iterator[dict[str, str]]:
    """The environment of an arena with a PostgreSQL and a data folder of its own, both empty."""
    with tempfile.TemporaryDirectory(prefix="karma-second-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        sockets = make_folder(folder / "run")
        server = postgres.start(make_folder(folder / "servers") / "postgres", sockets, throw_away=True)
        try:
            yield {**os.environ, "DATABASE_URL": postgres.url(sockets), "ARENA_DATA_DIR": str(folder / "data")}
        finally:
            server.stop()


def board_page() -> str:
    return Client().get(f"/leaderboards/{VARIANT}.json").content.decode()


def rated_cycle(pool: Pool, period: str) -> None:
    close_period(period)
    refit(pool.pk)


def run(command: list[str], env: dict[str, str], expected: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stderr if expected else done.stdout


def test_a_backup_of_a_busy_arena_gives_the_same_leaderboard_elsewhere_to_the_last_bit(
    arena: Arena, versions: list[BotVersion], empty_machine: dict[str, str], tmp_path: Path
) -> None:
    pool = open_pool(VARIANT)
    Anchor.objects.create(pool=pool, version=versions[0], rating=1000)
    rounds.pods(versions, "ladder/x/c1", blocks=1)
    arena.start_worker("one")
    arena.wait(lambda: not Match.objects.exclude(state=MatchState.DONE).exists(), "the first cycle is played")
    rated_cycle(pool, "ladder/x/c1")
    rounds.pods(versions, "ladder/x/c2", blocks=150)
    arena.wait(lambda: asking.done() > 16, "the second cycle is being played")

    upload = Upload((("bot.py", b"print()"), ("model.onnx", bytes(large_files.LARGE_BYTES))))
    uploaded = BotVersion(bot=versions[0].bot, number=2, content_hash=upload.content_hash, state=CheckState.READY)
    with transaction.atomic():
        large_files.store(uploaded, upload)
    shown, before = board_page(), asking.done()
    call_command("backup", str(tmp_path / "arena.tar"))
    after = asking.done()
    assert Game.objects.filter(state=GameState.QUEUED).exists(), "the arena was busy all the time"
    arena.wait(lambda: asking.done() > after, "games go on after the backup")

    assert "Restored: " in run(["manage.py", "restore", str(tmp_path / "arena.tar")], empty_machine)
    seen: dict[str, Any] = json.loads(run(["-m", "tests.backups.looking", VARIANT], empty_machine))
    assert seen["board"] == shown
    assert seen["uploads"] == [True], "the program and the model that is stored by itself"
    assert len(json.loads(shown)["lines"]) == 4
    assert seen["recomputed"].strip().endswith("identical")
    assert before <= len(seen["replays"]) <= after
    assert all(is_true for is_true, _ in seen["replays"].values())
    assert sum(answer == 200 for _, answer in seen["replays"].values()) >= 12, "the first cycle can be downloaded"
    with tarfile.open(tmp_path / "arena.tar") as archive:
        kept = {name: archive.extractfile(name) for name in archive.getnames() if name.startswith("boards/")}
        saved = {name: content.read() for name, content in kept.items() if content}
    assert {f"boards/{name}": data for name, data in boards()} == saved, "nothing was rated meanwhile"

    again = run(["manage.py", "restore", str(tmp_path / "arena.tar")], empty_machine, expected=1)
    assert "The database is not empty" in again, "a second restore must not overwrite anything"
