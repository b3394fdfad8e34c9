import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.backups.archive import FILES, Contents
from arena.backups.noted import note_backup
from arena.backups.programs import BackupError
from arena.backups.taking import take


class Command(BaseCommand):
    help = "Write database, uploads and replays of one moment into one file, while everything runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file that does not exist yet, or - for standard output")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            contents = take(sys.stdout.buffer) if options["file"] == "-" else _into(Path(options["file"]))
        except BackupError as failure:
            raise CommandError(str(failure)) from None
        note_backup()
        count = sum(name.startswith(FILES) for name in contents.hashes)
        self.stderr.write(f"Backup of the database and {count} files written.")
        for name in contents.missing:
            self.stderr.write(f"  gone while it was made: {name}")


def _into(file: Path) -> Contents:
    """Under another name until it is whole: a backup with its name is a good one."""
    if file.exists():
        raise BackupError(f"{file} exists already. Choose another name.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}. Make it first.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        unfinished.touch(mode=0o600)  # it holds secrets from its first byte on
        with unfinished.open("wb") as out:
            contents = take(out)
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return contents
