"""`python -m tools.screenshots`: every page at two widths in both themes, and the picture of the README.

Runs on servers of its own that are thrown away, with the members that the pictures show.
"""

import argparse
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from arena.embedded.services import Services
from tools import chromium

ROOT = Path(__file__).resolve().parents[1]
README_PICTURE = ROOT / "docs" / "images" / "front-page.png"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of the pages to take")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "screenshots")
    options = parser.parse_args()
    path = chromium.executable()
    if path is None:
        sys.exit(f"Chromium is missing. Install it: {chromium.APT_COMMAND}")
    if find_spec("playwright") is None:
        sys.exit("Playwright is missing. Install the project with its extra `dev`.")
    with tempfile.TemporaryDirectory(prefix="karma-screenshots-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
        os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
        # Playwright runs an event loop in this thread; Django would refuse its database here.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses)
            import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

            django.setup()
            from tools.camera import take_pictures  # noqa: PLC0415 - as above

            take_pictures(path, options.only, options.out, README_PICTURE)
    print(f"Pictures are in {options.out}.")


if __name__ == "__main__":
    main()
