import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.embedded import demo, launch
from arena.embedded.unprivileged import CannotStartError
from arena.settings.environment import ROOT


class Command(BaseCommand):
    help = "Bring up the whole arena on this machine with demo bots playing; Ctrl-C stops it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=0, help="port on loopback (default: first free one from 8000)")
        cores = len(os.sched_getaffinity(0))
        parser.add_argument(
            "--workers", type=int, default=cores, help="processes that play games (default: one a core)"
        )
        parser.add_argument("--exit-when-ready", action="store_true", help="stop as soon as the arena answers")

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = demo.Options(options["port"], max(1, options["workers"]), options["exit_when_ready"])
        try:
            demo.run(ROOT, launch.data_folder(ROOT), chosen)
        except CannotStartError as reason:
            raise CommandError(str(reason)) from None
