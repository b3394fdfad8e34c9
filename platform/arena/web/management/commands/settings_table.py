"""`python3 manage.py settings_table`: the table of `docs/operators/settings.md`, as it should be."""

from typing import Any

from django.core.management.base import BaseCommand

from arena.settings.variables import reference_table


class Command(BaseCommand):
    help = "Prints the table of environment variables for docs/operators/settings.md."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(reference_table())
