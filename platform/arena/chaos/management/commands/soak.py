from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from arena.chaos.watching import NothingPlaysError, growth_kb, soak
from arena.embedded import launch


class Command(BaseCommand):
    help = "Play games on an arena of its own, and print the memory of every process as they go on: none may grow."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=10_000, help="how many are played (default: 10,000)")
        parser.add_argument("--every", type=int, default=1_000, help="games between two lines (default: 1,000)")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not launch.is_throw_away():
            raise CommandError("It fills what it works on with games. Start it with manage.py, which makes an arena.")
        if not 1 <= options["every"] <= options["games"]:
            raise CommandError("--every lies between 1 and --games.")
        launch.end_gently()
        call_command("migrate", verbosity=0)
        self.stdout.write("Memory in kB (proportional set size) of each process with all that it started:")
        try:
            readings = soak(options["games"], options["every"], self.stdout.write)
        except NothingPlaysError as reason:
            raise CommandError(str(reason)) from None
        growth = growth_kb(readings)
        if growth:
            told = ", ".join(f"{name} {kb:+,.0f}" for name, kb in growth.items())
            self.stdout.write(f"Growth per 1,000 games over the second half, kB: {told}.")
