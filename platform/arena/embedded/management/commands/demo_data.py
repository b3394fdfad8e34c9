from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string


class Command(BaseCommand):
    help = "Create the demo's users and whatever else the apps show in it. Running it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--logins", action="store_true", help="only print the demo's logins")
        parser.add_argument("--quiet", action="store_true", help="do not print what is created")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["logins"]:
            self.stdout.write(import_string(settings.DEMO_LOGINS)())
            return
        for path in settings.DEMO_DATA:
            for line in import_string(path)():
                if not options["quiet"]:
                    self.stdout.write(line)
