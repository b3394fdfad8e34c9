"""A throw-away arena: PostgreSQL and Valkey from wheels, real Celery workers, games of house bots."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from arena.embedded import processes
from arena.embedded.services import Services
from arena.embedded.supervisor import Supervisor

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 600.0


@contextmanager
def running(folder: Path, workers: int) -> Iterator[None]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with Services(folder) as addresses:  # with fsync, as in earnest
        os.environ.update({**addresses, "ARENA_DATA_DIR": str(folder), "ARENA_LOG_LEVEL": "warning"})
        _prepare()
        supervisor = Supervisor(dict(os.environ), ROOT, print)
        try:
            supervisor.add("control", processes.worker(["control"], "control"), folder / "control.log")
            supervisor.add("play", processes.worker(["play"], "play", workers), folder / "play.log")
            yield
        finally:
            supervisor.stop()


def _prepare() -> None:
    import django  # noqa: PLC0415 - the settings need the addresses

    os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - as above

    from arena.bots.actions.house import ensure_house_bots  # noqa: PLC0415 - as above

    call_command("migrate", verbosity=0)
    ensure_house_bots()


def games_per_minute(slug: str, games: int, key: str) -> float:
    """From the first lease to the last result, as the database saw them."""
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.bots.models import BotVersion  # noqa: PLC0415 - as above
    from arena.matches.actions.schedule import Plan, schedule  # noqa: PLC0415 - as above
    from arena.matches.models import Attempt, Game, GameState, MatchKind  # noqa: PLC0415 - as above

    dice = BotVersion.objects.get(bot__house_name="random")
    deadline = timezone.now() + timedelta(hours=1)
    match = schedule(
        Plan(MatchKind.LADDER, key, "ladder:benchmark", slug, [dice, dice], "s" * 32, key, games // 2, deadline)
    )
    mine = Game.objects.filter(block__match=match)
    end = time.monotonic() + PATIENCE_S
    while mine.exclude(state=GameState.DONE).exists():
        if time.monotonic() > end:
            raise SystemExit("The games did not finish. The logs of the workers are in the data folder.")
        time.sleep(0.1)
    begun = Attempt.objects.filter(game__in=mine).earliest("started_at").started_at
    ended = mine.latest("finished_at").finished_at
    assert ended is not None
    return 60 * mine.count() / (ended - begun).total_seconds()
