from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.docs import building
from arena.embedded.progress import StepFailedError
from arena.settings.environment import ROOT


class Command(BaseCommand):
    help = "Build the documentation that the arena serves at /docs/. Does nothing while its sources have not changed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="build it even if nothing changed")
        parser.add_argument("--check", action="store_true", help="only try whether it can be built without a warning")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["check"]:
            if wrong := building.check(ROOT):
                raise CommandError(f"The documentation has faults:\n{wrong}")
            self.stdout.write("The documentation is in order.")
            return
        if building.is_current(ROOT) and not options["force"]:
            self.stdout.write("The documentation is up to date.")
            return
        try:
            building.build(ROOT)
        except (building.CannotBuildError, StepFailedError) as failure:
            raise CommandError(str(failure)) from None
        self.stdout.write(f"The documentation is in {building.site(ROOT)}; the arena serves it at /docs/.")
