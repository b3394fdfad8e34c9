import os
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.embedded.progress import run_step
from arena.settings.environment import ROOT

_MORE_WORKERS_THAN_CORES = 2
"""Some tests wait for other processes; the cores shall not."""
_SLOWEST = 15
"""Named at the end of a whole run: who makes it longer sees it there."""


class Command(BaseCommand):
    help = "Run every test with real parts. Arguments go to pytest: python3 manage.py test -- -k swiss -x"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--quick", action="store_true", help="lint and likely tests of what changed, and the pure parts, in 90 s"
        )
        parser.add_argument("rest", nargs=REMAINDER, help="arguments for pytest")

    def handle(self, *_args: Any, **options: Any) -> None:
        rest = [part for part in options["rest"] if part != "--"]
        try:
            import pytest  # noqa: F401, PLC0415 - only the development set has it
        except ImportError:
            raise CommandError(
                "pytest is missing here. Install the extra 'dev': pip install -e '.[embedded,dev]'"
            ) from None
        os.chdir(ROOT)
        if not options["quick"] and not rest and os.environ.get("KARMA_ENGINES") != "pure":
            # Thousands of games are played: compiled they take a third of the time. Both forms are compared by a test;
            # where nothing can compile, the sources play.
            run_step("compiling the engines", [sys.executable, "-m", "engines.build"], cwd=ROOT)
        arguments = _quick(rest) if options["quick"] else rest or _full()
        sys.stdout.flush()
        command = [sys.executable, "-m", "pytest", *arguments]
        os.execv(sys.executable, command)  # noqa: S606 - pytest replaces us, so its exit code is ours


def _full() -> list[str]:
    workers = len(os.sched_getaffinity(0)) + _MORE_WORKERS_THAN_CORES
    return ["-n", str(workers), "--dist", "worksteal", f"--durations={_SLOWEST}", "-q"]


def _quick(rest: list[str]) -> list[str]:
    # Small portions in the order of the list: what a change concerns most comes first.
    workers = ["-n", str(len(os.sched_getaffinity(0))), "--dist", "load", "--maxschedchunk", "8"]
    return ["--quick", *workers, "-q", *rest]
