"""One migrated database for all workers of a run, made while they collect their tests; each copies it.

``python -m tests.migrated`` makes it, and says so with a file.
"""

import os
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
OFFER = "KARMA_TEST_MIGRATED"
"""Set where such a database is on its way, to the file that says that it is there: empty, or what went wrong."""


@contextmanager
def beginning(folder: Path) -> Iterator[None]:
    """In the process that starts the workers. It is the database of the address itself, which no test touches."""
    os.environ[OFFER] = str(folder / "migrated")
    process = subprocess.Popen([sys.executable, "-m", "tests.migrated"], cwd=ROOT)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def use() -> None:
    """In a worker, before it makes its database."""
    from django.db import connection

    if OFFER not in os.environ:
        return
    said = Path(os.environ[OFFER])
    end = time.monotonic() + PATIENCE_S
    while not said.exists():
        assert time.monotonic() < end, "The database that the workers of this run copy was not made in time."
        time.sleep(0.05)
    assert said.read_text() == "", f"The migrations failed:\n{said.read_text()}"
    connection.settings_dict["TEST"]["TEMPLATE"] = connection.settings_dict["NAME"]


def main() -> None:
    said = Path(os.environ[OFFER])
    beside = said.with_suffix(".new")
    try:
        sys.path.insert(0, str(ROOT / "platform"))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        connection.close()
        beside.write_text("")
    except Exception:
        beside.write_text(traceback.format_exc())
        raise
    finally:
        beside.rename(said)


if __name__ == "__main__":
    main()
