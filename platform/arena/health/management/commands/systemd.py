import os
import sys
from argparse import ArgumentParser
from pathlib import Path, PurePosixPath
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.health.units import Place, first_steps, units
from arena.settings.environment import ROOT


class Command(BaseCommand):
    help = "Write units of systemd for all processes of the arena on this machine, and print what to do first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="where to write them, for example /etc/systemd/system")
        parser.add_argument("--user", default="arena", help="usually arena")
        parser.add_argument("--data", default="/var/lib/arena", help="the data folder; usually /var/lib/arena")
        parser.add_argument("--env-file", default="/etc/karma-arena.env", help="usually /etc/karma-arena.env")
        parser.add_argument("--port", type=int, default=8000, help="usually 8000")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 2, help="that play; usually one a core")
        parser.add_argument("--backups", help="a folder for a backup every night; usually none")

    def handle(self, *_args: Any, **options: Any) -> None:
        folder = Path(options["folder"])
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}. Make it first.")
        place = Place(
            root=PurePosixPath(ROOT),
            venv=PurePosixPath(sys.prefix),
            data=PurePosixPath(options["data"]),
            env_file=PurePosixPath(options["env_file"]),
            user=options["user"],
            port=options["port"],
            play_processes=options["processes"],
            backups=PurePosixPath(options["backups"]) if options["backups"] else None,
        )
        for name, text in units(place).items():
            (folder / name).write_text(text)
            self.stderr.write(f"  {folder / name}")
        self.stdout.write(first_steps(place))
