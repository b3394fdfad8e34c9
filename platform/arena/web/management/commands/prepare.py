"""What an installation needs before its first page and after every upgrade."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from arena.docs import building
from arena.lib.closed_files import close_to_others
from arena.matches.worker_roles import mend_doors
from arena.ratings.actions.pools import ensure_pools
from arena.settings.environment import ROOT


class Command(BaseCommand):
    help = (
        "Migrate the database, collect static files, build the documentation, make sure of house bots and pools. "
        "Safe to run again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-static", action="store_true", help="leave the static files as they are")

    def handle(self, *_args: Any, **options: Any) -> None:
        close_to_others(Path(settings.MEDIA_ROOT))
        for folder in ("versions", "replays"):  # workers that play get to see these two alone
            close_to_others(Path(settings.MEDIA_ROOT) / folder)
        call_command("migrate", interactive=False, verbosity=0)
        if not options["no_static"]:
            call_command("collectstatic", interactive=False, verbosity=0)
        if building.can_build() and not building.is_current(ROOT):
            call_command("docs", stdout=self.stdout)
        mend_doors()
        pools = ensure_pools()
        self.stdout.write(f"Ready: the database is migrated, {len(pools)} rating pools are open.")
