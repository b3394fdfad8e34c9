import os
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.settings.environment import ROOT


class Command(BaseCommand):
    help = "Run every test with real parts. Arguments go to pytest: python3 manage.py test -- -k swiss -x"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rest", nargs=REMAINDER, help="arguments for pytest")

    def handle(self, *_args: Any, **given: Any) -> None:
        rest = [part for part in given["rest"] if part != "--"]
        try:
            import pytest  # noqa: F401, PLC0415 - only the development set has it
        except ImportError:
            raise CommandError(
                "pytest is missing here. Install the extra 'dev': pip install -e '.[embedded,dev]'"
            ) from None
        os.chdir(ROOT)
        sys.stdout.flush()
        command = [sys.executable, "-m", "pytest", *(rest or ["-n", "2", "--dist", "worksteal", "-q"])]
        os.execv(sys.executable, command)  # noqa: S606 - pytest replaces us, so its exit code is ours
