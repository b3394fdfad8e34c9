import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.backups.programs import BackupError
from arena.backups.restoring import restore


class Command(BaseCommand):
    help = "Bring a backup into an empty database and an empty store, and check that it is what was saved."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `backup` wrote, or - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["file"] == "-":
                done = restore(sys.stdin.buffer)
            else:
                with open(options["file"], "rb") as source:  # noqa: PTH123 - a stream, as standard input is
                    done = restore(source)
        except (BackupError, OSError) as failure:
            raise CommandError(str(failure)) from None
        self.stdout.write(f"Restored: {done.files} files; {done.boards} leaderboards are those of the backup.")
        for name in done.missing:
            self.stdout.write(f"  the backup did not have: {name}")
