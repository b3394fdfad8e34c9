"""A throw-away arena: PostgreSQL and Valkey from wheels, real Celery workers, games of house bots or of uploads."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from arena.embedded import processes
from arena.embedded.services import Services
from arena.embedded.supervisor import Supervisor
from benchmarks.platform import bouncer

if TYPE_CHECKING:
    from arena.bots.models import BotVersion
    from benchmarks.platform.counting import Count

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 600.0
_ROLE = "arena_play"
BOT = b"""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"action": message["legal"][0]["id"]}), flush=True)
"""
"""Without the SDK: both sides of the comparison run the same few lines. Games are about as long as those of bots that
try, 160 decisions; wild choices make them four times as long."""


@dataclass
class Arena:
    supervisor: Supervisor
    folder: Path
    postgres: int
    """Process id of the postmaster."""
    play: list[int] = field(default_factory=list)
    """Process ids of the workers that play."""
    control: int = 0
    """Process id of the one that takes in what restricted workers deliver; 0 where nobody is restricted."""

    def start_play(self, workers: int, *, a_core_each: bool = False) -> None:
        """``a_core_each``: every process stays on a core of its own, and so do the programs that it starts."""
        groups = [(_pinned(core), 1) for core in range(workers)] if a_core_each else [([], workers)]
        for number, (before, processes_of_it) in enumerate(groups):
            name = f"play-{workers}-{number}"
            command = [*before, *processes.worker(["play"], name, processes_of_it)]
            self.play.append(_add(self.supervisor, name, command, self.folder))

    def stop_play(self) -> None:
        while self.supervisor.children:
            child = self.supervisor.children.pop()
            assert child.process is not None
            child.process.terminate()
            child.process.wait()
        self.play.clear()


def _pinned(core: int) -> list[str]:
    """What stands before a command that should run on one core."""
    then = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])}); os.execvp(sys.argv[2], sys.argv[2:])"
    return [sys.executable, "-c", then, str(core)]


def _add(supervisor: Supervisor, name: str, command: Sequence[str], folder: Path) -> int:
    supervisor.add(name, command, folder / f"{name}.log")
    process = supervisor.children[-1].process
    assert process is not None
    return process.pid


@contextmanager
def running(folder: Path, pooler: str = "", role: str = "") -> Iterator[Arena]:
    """``pooler``: the program of PgBouncer, through which workers then reach the database. ``role``: workers are
    restricted (``trusted`` or ``untrusted``), and control takes in what they deliver."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with Services(folder) as addresses:
        _count_statements(addresses)
    with Services(folder) as addresses:  # with fsync, as in earnest
        os.environ.update({**addresses, "ARENA_DATA_DIR": str(folder), "ARENA_LOG_LEVEL": "warning"})
        _prepare()
        between, through = bouncer.start(pooler, folder, addresses["DATABASE_URL"]) if pooler else (None, {})
        play = Supervisor({**os.environ, **through, **(_restricted(addresses, role) if role else {})}, ROOT, print)
        others = Supervisor(dict(os.environ), ROOT, print)
        site = Arena(play, folder, _postmaster(folder))
        try:
            if role:
                site.control = _add(others, "control", processes.worker(["control"], "control"), folder)
                _add(others, "beat", processes.beat(folder / "beat"), folder)
            yield site
        finally:
            play.stop()
            others.stop()
            if between is not None:
                between.stop()


def _restricted(addresses: dict[str, str], role: str) -> dict[str, str]:
    """What a worker with a role of its own has in its environment."""
    from arena.matches.worker_roles import make_role  # noqa: PLC0415 - as above

    make_role(_ROLE, is_trusted=role == "trusted")
    _, _, server = addresses["DATABASE_URL"].partition("@")
    return {"DATABASE_URL": f"postgres://{_ROLE}@{server}", "ARENA_RESTRICTED_WORKER": "true"}


def _count_statements(addresses: dict[str, str]) -> None:
    import psycopg  # noqa: PLC0415 - not before it is known that servers are there

    with psycopg.connect(addresses["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")


def _postmaster(folder: Path) -> int:
    (pid_file,) = folder.rglob("postmaster.pid")
    return int(pid_file.read_text().splitlines()[0])


def _prepare() -> None:
    import django  # noqa: PLC0415 - the settings need the addresses

    os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - as above
    from django.db import connection  # noqa: PLC0415 - as above

    from arena.bots.actions.house import ensure_house_bots  # noqa: PLC0415 - as above

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    ensure_house_bots()


def house_bots() -> "list[BotVersion]":
    from arena.bots.models import BotVersion  # noqa: PLC0415 - as above

    return [BotVersion.objects.get(bot__house_name="random")] * 2


def uploads() -> "list[BotVersion]":
    """Two small Python bots that have passed their check."""
    from arena.accounts.models import User  # noqa: PLC0415 - as above
    from arena.bots.actions import check  # noqa: PLC0415 - as above
    from arena.bots.actions.submit import create_bot, submit  # noqa: PLC0415 - as above
    from arena.bots.archive import Upload  # noqa: PLC0415 - as above

    owner, _ = User.objects.get_or_create(name="benchmark", defaults={"email": "benchmark@example.org"})
    versions = []
    for name in ("One", "Two"):
        version = submit(create_bot(owner, f"Bot {name}", ["karma"]), Upload((("bot.py", BOT),))).version
        lease = check.begin_check(version.pk)
        assert lease is not None
        check.finish_check(lease, passed=True, reason="", report={})
        versions.append(version)
    return versions


@dataclass(frozen=True)
class Measured:
    games: int
    games_per_minute: float
    cost: "Count"


def play(arena: Arena, versions: "list[BotVersion]", slug: str, games: int, key: str) -> Measured:
    """From the first claim to the last result, as the database saw them."""
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.matches.actions.schedule import Plan, schedule  # noqa: PLC0415 - as above
    from arena.matches.models import Attempt, Game, GameState, MatchKind, MatchState  # noqa: PLC0415 - as above
    from benchmarks.platform.counting import count, messages  # noqa: PLC0415 - as above

    deadline = timezone.now() + timedelta(hours=1)
    before = count(arena.postgres, arena.play, arena.control)
    match = schedule(
        Plan(MatchKind.LADDER, key, "ladder:benchmark", slug, versions, "s" * 32, key, games // 2, deadline)
    )
    end = time.monotonic() + PATIENCE_S
    while match.state != MatchState.DONE:
        if time.monotonic() > end:
            raise SystemExit("The games did not finish. The logs of the workers are in the data folder.")
        time.sleep(0.5)
        match.refresh_from_db()
    sent = messages()  # at once: what the beat sends while we wait is no game's
    time.sleep(1.5)  # counters of PostgreSQL are written from time to time
    after = replace(count(arena.postgres, arena.play, arena.control), messages=sent)
    mine = Game.objects.filter(block__match=match, state=GameState.DONE)
    begun = Attempt.objects.filter(game__in=mine).earliest("started_at").started_at
    ended = mine.latest("finished_at").finished_at
    assert ended is not None
    return Measured(mine.count(), 60 * mine.count() / (ended - begun).total_seconds(), after - before)
