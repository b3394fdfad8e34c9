"""The real demo in a throw-away folder, and newcomers that are uploaded to it like anybody's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from arena.embedded.services import Services

if TYPE_CHECKING:
    from arena.ratings.models import Standing

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 900.0
PROGRESS_S = 20
KINDS = ("low_first", "coin_flip", "last_card", "starter")
"""Three of the demo's bots and the starter kit: from well below to well above the middle of the scale."""


@contextmanager
def running(folder: Path, workers: int) -> Iterator[None]:
    """``manage.py demo`` as a process of its own; this one reads its database."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    os.environ["ARENA_DATA_DIR"] = str(folder)
    command = [sys.executable, str(ROOT / "manage.py"), "demo", "--workers", str(workers)]
    log = folder / "demo.txt"
    with log.open("w") as output, subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output) as demo:
        try:
            _wait_for_its_address(demo, log)
            with Services(folder) as addresses:
                os.environ.update(addresses)
                _set_up_django()
                yield
        finally:
            demo.send_signal(signal.SIGTERM)
            demo.wait()


def _wait_for_its_address(demo: "subprocess.Popen[bytes]", log: Path) -> None:
    """A first start builds the documentation before anything else, and says so: its lines are shown as they come."""
    shown = 0
    while True:
        has_ended = demo.poll() is not None
        lines = log.read_text().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        for line in whole[shown:]:
            print(f"  | {line.rstrip()}", flush=True)
        shown = len(whole)
        if any("Karma Arena is at" in line for line in whole):
            return
        if has_ended:
            raise SystemExit("The demo did not come up; above is what it said.")
        time.sleep(0.2)


def _set_up_django() -> None:
    import django  # noqa: PLC0415 - the settings need the addresses

    os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
    django.setup()


@dataclass(frozen=True)
class Timed:
    """A newcomer on one ladder."""

    variant: str
    seconds: float
    """From ready to a rating that is not provisional."""
    games: int
    rating: float
    verdict: str = ""
    """Empty: rated well. Otherwise what is known of it instead."""

    def __str__(self) -> str:
        return f"{self.variant} {self.seconds:.0f} s{self.verdict}"


def upload(kind: str, number: int, games: list[str]) -> int:
    """Put the bot into the arena; its number."""
    name = f"Newcomer {number} {kind}"
    folder = files("bots.starters") / "python" / "bot.py" if kind == "starter" else files("bots.demo") / f"{kind}.py"
    return submit(name, {"bot.py": f"# {name}\n".encode() + folder.read_bytes()}, games)


def submit(name: str, content: Mapping[str, bytes], games: list[str], ladders: Sequence[str] = ()) -> int:
    """Files of a bot into the arena; its number. The owner is new too: nobody's quota is in the way."""
    from arena.accounts.models import User  # noqa: PLC0415 - as above
    from arena.bots.actions.submit import submit_new_bot  # noqa: PLC0415 - as above
    from arena.bots.archive import Upload  # noqa: PLC0415 - as above

    account = name.replace(" ", "").replace("_", "-").lower()[:20].strip("-")
    owner = User.objects.create_user(account, f"{account}@example.org", "secret")
    upload = Upload(tuple(sorted(content.items())))
    return submit_new_bot(owner, name, games, upload, "Timed.", ladders=ladders).version.pk


def wait_for_ratings(version: int, variants: list[str]) -> list[Timed]:
    from django.db.models import Q  # noqa: PLC0415 - as above
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.bots.models import BotVersion, CheckState  # noqa: PLC0415 - as above
    from arena.ratings.models import LadderEntry, Standing  # noqa: PLC0415 - as above

    begin, told = time.monotonic(), 0
    seen: dict[str, Timed] = {}
    while len(seen) < len(variants):
        passed = time.monotonic() - begin
        if passed > told + PROGRESS_S:
            told += PROGRESS_S
            print(f"  {told} s: {_how_far(version, variants)}", flush=True)
        if passed > PATIENCE_S:
            missing = ", ".join(sorted(set(variants) - seen.keys()))
            raise SystemExit(f"No settled rating on {missing} after {PATIENCE_S:.0f} s. Look at the demo's logs.")
        now = timezone.now()
        checked = BotVersion.objects.get(pk=version)
        if checked.state == CheckState.REJECTED:
            raise SystemExit(f"The bot was rejected: {checked.reason}")
        joined = LadderEntry.objects.filter(version=version, placed_at__isnull=False).values("pool")
        lines = Standing.objects.filter(version=version, pool__variant__in=variants)
        for line in lines.filter(Q(is_provisional=False) | Q(pool__in=joined)).select_related("pool"):
            seen.setdefault(line.pool.variant, _timed(line, checked.checked_at, now))
        time.sleep(0.1)
    return [seen[slug] for slug in variants]


def _how_far(version: int, variants: list[str]) -> str:
    """Of a newcomer that is waited for."""
    from arena.bots.models import BotVersion  # noqa: PLC0415 - as above
    from arena.ratings.models import Standing  # noqa: PLC0415 - as above

    lines = Standing.objects.filter(version=version, pool__variant__in=variants, is_provisional=True)
    games = ", ".join(f"{line.pool.variant} {line.games} games" for line in lines.select_related("pool"))
    return games or f"no game is rated yet; its check: {BotVersion.objects.get(pk=version).state}"


def _timed(line: "Standing", ready: datetime | None, now: datetime) -> Timed:
    assert ready is not None
    assert line.rating is not None
    seconds = (now - ready).total_seconds()
    return Timed(line.pool.variant, seconds, line.games, line.rating, _verdict(line))


def _verdict(line: "Standing") -> str:
    if not line.is_provisional:
        return ""
    if line.is_at_an_end:
        return f" ({'won' if line.won_all else 'lost'} all of {line.games} games: known to stand at the end)"
    return " (joined, still provisional)"


def moving_variants() -> list[str]:
    """The ladders that are switched on."""
    from arena.ratings.models import Pool  # noqa: PLC0415 - as above

    on = Pool.objects.filter(is_open=True, ladder_is_on=True)
    return list(on.order_by("pk").values_list("variant", flat=True))


def wait_until_the_field_is_placed() -> None:
    """The demo's own bots come first: a newcomer should meet an arena that has been running for a while."""
    from arena.ratings.models import LadderEntry  # noqa: PLC0415 - as above

    begin = time.monotonic()
    told = 0
    while (passed := time.monotonic() - begin) < PATIENCE_S:
        entries = LadderEntry.objects.filter(pool__ladder_is_on=True)
        waiting = entries.filter(placed_at=None, is_suspended=False).select_related("version__bot", "pool")
        if entries.count() >= len(moving_variants()) and not waiting:
            return
        if passed > told + PROGRESS_S:
            told += PROGRESS_S
            names = ", ".join(f"{entry.version.bot.name} on {entry.pool.variant}" for entry in waiting[:4])
            print(f"  {told} s: {len(waiting)} of {entries.count()} places to go: {names}", flush=True)
        time.sleep(0.5)
    raise SystemExit("The demo's own bots were not placed. Look at the demo's logs.")
