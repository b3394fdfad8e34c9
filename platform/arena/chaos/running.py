"""``manage.py chaos``: an arena of its own, made to be hurt, and what came of it."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils import timezone

import sandbox
from arena.bots.models import BotVersion, CheckState
from arena.chaos.books import Books, read_books
from arena.chaos.cable import Cable, NoCableError
from arena.chaos.faults import FAULTS, Fault, Stage
from arena.chaos.load import make_people_and_bots, queued
from arena.chaos.small_arena import ONCE, TWICE, SmallArena
from arena.chaos.small_disk import NoDiskError, small_disk
from arena.chaos.storm import Struck, all_play, asked, deck, patience_s, strike, wait
from arena.chaos.twice import every_message_twice
from arena.chaos.wrong_clock import NoClockError, WrongClock

_DISK_BYTES = 256 * 2**20
"""Room for programs and replays of a long storm, and filled within a second."""

_CHECKS_S = 300.0
"""Many times what they take; those that are not ready then do not play."""


@dataclass(frozen=True)
class Options:
    seconds: float
    seed: int
    only: str
    """Faults whose names have this in them."""
    uploads: bool
    beside: Path | None
    """Another release, of which a worker plays too, as during a rolling deploy."""


@dataclass(frozen=True)
class Outcome:
    struck: Sequence[Struck]
    books: Books

    @property
    def is_good(self) -> bool:
        return bool(self.struck) and self.books.is_sound and all(hit.recovered_s is not None for hit in self.struck)


def run(options: Options, say: Callable[[str], None]) -> Outcome:
    with _stage(options, say) as stage:
        faults = _possible(stage, options.only)
        with_uploads = options.uploads and _uploads_are_ready(stage, say)
        say(f"A lease lasts {stage.lease_s:.0f} s here (60 s elsewhere). Every message is delivered twice.")
        struck: list[Struck] = []
        if faults and all_play(stage, [], timezone.now(), with_uploads=with_uploads):
            struck = list(_storm(stage, faults, options, with_uploads, say))
        say("The storm is over; what is open may end.")
        wait(stage, lambda: queued() == 0, patience_s(stage.lease_s))
        books = asked(read_books)
    for line in _table(struck):
        say(line)
    return Outcome(struck, books)


def _storm(
    stage: Stage, faults: list[Fault], options: Options, with_uploads: bool, say: Callable[[str], None]
) -> Iterator[Struck]:
    begin = time.monotonic()
    for fault in deck(stage, faults):
        if time.monotonic() - begin > options.seconds:
            return
        hit = strike(stage, fault, with_uploads=with_uploads)
        after = "NOT recovered" if hit.recovered_s is None else f"recovered {hit.recovered_s:.1f} s later"
        say(f"{time.monotonic() - begin:6.1f} s  {hit.fault} ({hit.lasted_s:.1f} s): {after}")
        yield hit


@contextmanager
def _stage(options: Options, say: Callable[[str], None]) -> Iterator[Stage]:
    data = Path(settings.DATA_DIR)
    with ExitStack() as stack:
        disk = cable = clock = None
        try:
            disk = stack.enter_context(small_disk(data, _DISK_BYTES))
        except NoDiskError as reason:
            say(f"Left out, full disks: {reason}")
        make_people_and_bots()
        arena = stack.enter_context(SmallArena(settings.LEASE_S, app=TWICE, data=data, tell=lambda _text: None))
        stack.enter_context(every_message_twice())
        try:
            clock = WrongClock(arena.folder)
        except NoClockError as reason:
            say(f"Left out, clocks that jump: {reason}")
        arena.start_worker("play-1", ("play",))
        arena.start_worker("play-2", ("play",), environment=clock.environment if clock else None)
        if options.beside is not None:
            code = f"{options.beside / 'platform'}:{options.beside}"
            # It may know no chaos: the arena's own application.
            arena.start_worker("play-other-release", ("play",), app=ONCE, environment={"PYTHONPATH": code})
        try:
            cable = stack.enter_context(Cable())
            arena.start_far_worker("play-far", cable)
        except NoCableError as reason:
            say(f"Left out, cuts and slow links: {reason}")
        arena.start_worker("control", ("control", "news"))
        arena.start_beat()
        yield Stage(arena, random.Random(options.seed), settings.LEASE_S, disk, cable, clock)  # noqa: S311 - a game of chance


def _possible(stage: Stage, only: str) -> list[Fault]:
    return [
        fault for fault in FAULTS if only in fault.name and (not fault.needs or getattr(stage, fault.needs) is not None)
    ]


def _uploads_are_ready(stage: Stage, say: Callable[[str], None]) -> bool:
    if not sandbox.detect().ready:
        say(f"House bots alone play: {' '.join(sandbox.detect().missing)}")
        return False
    say("The arena checks the demo's uploads …")
    uploads = BotVersion.objects.exclude(runtime="house")
    wait(stage, lambda: not uploads.filter(state__in=(CheckState.WAITING, CheckState.CHECKING)).exists(), _CHECKS_S)
    ready = uploads.filter(state=CheckState.READY).count()
    say(f"{ready} of them play beside the house's bots.")
    return ready > 0


def _table(struck: Sequence[Struck]) -> list[str]:
    lines = [f"{'fault':<48}{'times':>6}{'recovered after, s':>20}{'longest':>9}"]
    for name in dict.fromkeys(hit.fault for hit in struck):
        times = [hit.recovered_s for hit in struck if hit.fault == name]
        well = sorted(seconds for seconds in times if seconds is not None)
        middle = f"{well[len(well) // 2]:.1f}" if well else "never"
        longest = f"{well[-1]:.1f}" if len(well) == len(times) else "never"
        lines.append(f"{name:<48}{len(times):>6}{middle:>20}{longest:>9}")
    return lines
