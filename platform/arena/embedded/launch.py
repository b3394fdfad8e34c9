"""Run a management command, on the embedded servers unless the environment names others."""

import os
import sys
from pathlib import Path

from arena.embedded.services import Services, outside_is_configured
from arena.embedded.unprivileged import CannotStartError

_NO_SERVERS = {"", "help", "--help", "version", "--version", "demo", "test", "checks", "docs", "collectstatic"}
"""Commands that need no database, or start the servers themselves."""


def data_folder(root: Path) -> Path:
    return Path(os.environ.get("ARENA_DATA_DIR") or root / "var").absolute()


def run(root: Path, argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    command = argv[1] if len(argv) > 1 else ""
    try:
        if command in _NO_SERVERS or outside_is_configured():
            _execute(argv)
            return
        with Services(data_folder(root)) as environment:
            os.environ.update(environment)
            _execute(argv)
    except CannotStartError as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit(130)


def _execute(argv: list[str]) -> None:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - not there during set-up
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - not there during set-up

    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as reason:
        sys.exit(f"Configuration: {reason}")
