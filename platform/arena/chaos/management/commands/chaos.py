import random
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from arena.chaos.faults import FAULTS
from arena.chaos.running import Options, run
from arena.embedded import launch


class Command(BaseCommand):
    help = (
        "Hurt an arena of its own, made for this and thrown away: kills, freezes, cuts, full disks, a broker that "
        "forgets, a database that crashes, every message twice. Says what was lost, doubled, charged or stuck, and how "
        "long each fault took to be over. As root it can do all of it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=120.0, help="for how long new faults begin (default: 120)")
        parser.add_argument("--seed", type=int, default=None, help="the same faults in the same order")
        parser.add_argument("--only", default="", metavar="WORDS", help="only faults with these words in their names")
        parser.add_argument("--house-only", action="store_true", help="no uploaded bots: no sandbox is used")

        parser.add_argument(
            "--beside",
            type=Path,
            metavar="FOLDER",
            help="a checkout of the release that runs now: one of its workers plays too, as during a rolling deploy",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if not launch.is_throw_away():
            raise CommandError("This destroys what it works on. Start it with manage.py, which makes an arena for it.")
        if not any(options["only"] in fault.name for fault in FAULTS):
            known = "; ".join(fault.name for fault in FAULTS)
            raise CommandError(f"No fault is called “{options['only']}”. There are: {known}.")
        if (beside := options["beside"]) is not None and not (beside / "platform" / "arena").is_dir():
            raise CommandError(f"{beside} is no checkout of the arena: there is no platform/arena in it.")
        seed = options["seed"] if options["seed"] is not None else random.randrange(2**31)  # noqa: S311 - no secret
        self.stdout.write(f"Seed {seed}.")
        launch.end_gently()
        call_command("migrate", verbosity=0)
        chosen = Options(
            options["seconds"], seed, options["only"], not options["house_only"], beside and beside.absolute()
        )
        outcome = run(chosen, self.stdout.write)
        books = outcome.books
        self.stdout.write(
            f"{books.games:,} games: {books.lost} lost, {books.doubled} doubled, {books.charged} charged to a bot, "
            f"{books.stuck} stuck. {books.void} attempts were void and made again, {books.fenced} came too late."
        )
        if not outcome.is_good:
            raise CommandError(f"The arena did not withstand this. The same again: manage.py chaos --seed {seed}")
