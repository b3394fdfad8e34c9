import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.backups import restoring
from arena.backups.programs import BackupError
from arena.backups.trial import try_to_restore


class Command(BaseCommand):
    help = "Bring a backup into an empty database and an empty store, and check that it is what was saved."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `backup` wrote, or - for standard input")
        parser.add_argument(
            "--check",
            action="store_true",
            help="only try it: read everything, then restore into a PostgreSQL of its own. The arena is not touched",
        )
        parser.add_argument("--quick", action="store_true", help="with --check: read everything, restore nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check(options["file"], is_quick=options["quick"])
            else:
                self._restore(options["file"])
        except (BackupError, OSError) as failure:
            raise CommandError(str(failure)) from None

    def _check(self, file: str, *, is_quick: bool) -> None:
        if file == "-":
            raise CommandError("A check reads the backup twice: give it as a file.")
        with Path(file).open("rb") as source:
            found = restoring.check(source)
        made_on = f", made on PostgreSQL {found.server}" if found.server else ""
        self.stdout.write(f"Whole: {found.files} files and {found.things} parts of the database{made_on}.")
        self._tell_missing(found.missing)
        if not is_quick:
            self.stdout.write("Trying to restore it into a PostgreSQL of its own …")
            self.stdout.flush()
            self.stdout.write(try_to_restore(Path(file)))

    def _restore(self, file: str) -> None:
        if file == "-":
            done = restoring.restore(sys.stdin.buffer)
        else:
            with Path(file).open("rb") as source:
                done = restoring.restore(source)
        self.stdout.write(f"Restored: {done.files} files; {done.boards} leaderboards are those of the backup.")
        self._tell_missing(done.missing)

    def _tell_missing(self, missing: list[str]) -> None:
        for name in missing:
            self.stdout.write(f"  the backup did not have: {name}")
