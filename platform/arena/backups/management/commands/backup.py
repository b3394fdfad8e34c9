import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.backups import scheduled
from arena.backups.archive import FILES, Contents
from arena.backups.noted import note_backup
from arena.backups.programs import BackupError
from arena.backups.rotation import Keep
from arena.backups.taking import take


class Command(BaseCommand):
    help = "Write database, uploads and replays of one moment into one file, while everything runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="a file that does not exist yet, or - for standard output")
        parser.add_argument("--into", metavar="FOLDER", help="a file with the date in its name, and old ones make room")
        usual = Keep()
        for what in ("last", "days", "weeks", "months"):
            count = getattr(usual, what)
            parser.add_argument(f"--keep-{what}", type=int, default=count, help=f"with --into; usually {count}")

    def handle(self, *_args: Any, **options: Any) -> None:
        if bool(options["file"]) == bool(options["into"]):
            raise CommandError("Give either a file or --into FOLDER.")
        try:
            contents = self._into_folder(options) if options["into"] else _into_file(options["file"])
        except (BackupError, OSError) as failure:
            raise CommandError(str(failure)) from None
        note_backup()
        count = sum(name.startswith(FILES) for name in contents.hashes)
        self.stderr.write(f"Backup of the database and {count} files written.")
        for name in contents.missing:
            self.stderr.write(f"  gone while it was made: {name}")

    def _into_folder(self, options: dict[str, Any]) -> Contents:
        keep = Keep(options["keep_last"], options["keep_days"], options["keep_weeks"], options["keep_months"])
        file, contents, gone = scheduled.into_folder(Path(options["into"]), keep)
        self.stdout.write(str(file))
        for old in gone:
            self.stderr.write(f"  made room: {old}")
        return contents


def _into_file(file: str) -> Contents:
    return take(sys.stdout.buffer) if file == "-" else scheduled.into_file(Path(file))
