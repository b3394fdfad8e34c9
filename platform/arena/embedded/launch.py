"""Run a management command, on the embedded servers unless the environment names others."""

import os
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType

from arena.embedded.services import Services, outside_is_configured
from arena.embedded.unprivileged import CannotStartError

_NO_SERVERS = {"", "help", "--help", "version", "--version", "demo", "test", "checks", "docs", "collectstatic"}
"""Commands that need no database, or start the servers themselves."""

_ON_THEIR_OWN = {"chaos", "soak"}
"""They get servers and a folder of their own, whatever the environment names: they must touch nobody's arena."""
THROW_AWAY = "ARENA_THROW_AWAY"
"""Set for them, and by nobody else."""


def data_folder(root: Path) -> Path:
    return Path(os.environ.get("ARENA_DATA_DIR") or root / "var").absolute()


def run(root: Path, argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    command = argv[1] if len(argv) > 1 else ""
    try:
        if command in _ON_THEIR_OWN and not {"-h", "--help"} & set(argv):
            _execute_apart(argv)
            return
        if command in _NO_SERVERS | _ON_THEIR_OWN or outside_is_configured():
            _execute(argv)
            return
        with Services(data_folder(root)) as environment:
            os.environ.update(environment)
            _execute(argv)
    except CannotStartError as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit(130)


def is_throw_away() -> bool:
    """This arena was made for the command that runs."""
    return bool(os.environ.get(THROW_AWAY))


def end_gently() -> None:
    """On SIGTERM, once: mounts and networks must not outlive the command, and a second one would stop their removal."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(143)

    signal.signal(signal.SIGTERM, stop)


def _execute_apart(argv: list[str]) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "ARENA_STORAGE_URL", "ARENA_RESTRICTED_WORKER", "ARENA_BACKUP_DIR"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(prefix="karma-arena-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        # As in tests: leases may be short there, and nothing insists on real hosts and secrets.
        os.environ.update({"ARENA_ENV": "test", "ARENA_DATA_DIR": str(folder / "data"), THROW_AWAY: "yes"})
        os.environ.setdefault("ARENA_TEST_LEASE_S", "6" if argv[1] == "chaos" else "60")
        with Services(folder, throw_away=True) as environment:
            os.environ.update(environment)
            _execute(argv)


def _execute(argv: list[str]) -> None:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - not there during set-up
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - not there during set-up

    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as reason:
        sys.exit(f"Configuration: {reason}")
