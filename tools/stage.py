"""Servers of one's own for a tool that shows pages: a fresh PostgreSQL and Valkey, thrown away afterwards."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from arena.embedded.services import Services
from tools import chromium


@contextmanager
def stage() -> Iterator[str]:
    """Django is set up inside, and not before; gives the path of the browser."""
    path = chromium.executable()
    if path is None:
        sys.exit(f"Chromium is missing. Install it: {chromium.APT_COMMAND}")
    if find_spec("playwright") is None:
        sys.exit("Playwright is missing. Install the project with its extra `dev`.")
    with tempfile.TemporaryDirectory(prefix="karma-pictures-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
        os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
        # Playwright runs an event loop in this thread; Django would refuse its database here.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses)
            import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

            django.setup()
            yield path
