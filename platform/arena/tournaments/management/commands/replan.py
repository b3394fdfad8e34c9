"""``replan FILE``: does an exported tournament follow from its own results?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.tournaments.planning.document import differences
from arena.tournaments.planning.errors import TournamentError


class Command(BaseCommand):
    help = "Plan a tournament again from its JSON export and compare pairings, ranks and places."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            wrong = differences(json.loads(options["file"].read_text()))
        except (OSError, ValueError, KeyError, TournamentError) as reason:
            raise CommandError(f"This is no complete export of a tournament: {reason}") from reason
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write("Every pairing, rank and place follows from the results.")
