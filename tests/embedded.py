"""Real PostgreSQL and Valkey for the tests, in a throw-away folder.

A plugin and not a conftest: pytest-django reads the settings before a conftest could set the addresses.
"""

import os
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.embedded import bytecode
from arena.embedded.services import Services, outside_is_configured
from tests import migrated

RUN_FOLDER = "KARMA_TEST_RUN"
"""The variable that names the folder of this run, for all of its processes."""
_running = ExitStack()

bytecode.keep(Path(__file__).resolve().parent.parent)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    os.environ.setdefault("ARENA_ENV", "test")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = _running.enter_context(tempfile.TemporaryDirectory(prefix="karma-test-", ignore_cleanup_errors=True))
        Path(folder).chmod(0o711)
        os.environ[RUN_FOLDER] = folder
        if not outside_is_configured():
            os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
            os.environ.update(_running.enter_context(Services(Path(folder), throw_away=True)))
            if getattr(early_config.known_args_namespace, "numprocesses", None):
                _running.enter_context(migrated.beginning(Path(folder)))
    return (yield)


def pytest_unconfigure() -> None:
    _running.close()
