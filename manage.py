#!/usr/bin/env python3
"""Everything about the arena starts here: ``python3 manage.py demo``, ``python3 manage.py test``.

Works with nothing but Python: a project-local virtual environment is made when Django is missing. Images and
other places where Django is installed already never see that part.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - the sentence is for people with an older one
        sys.exit(f"Karma Arena needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    # The source root, for the case that the project is not installed yet. Its name must never be importable.
    sys.path.insert(0, str(ROOT / "platform"))
    from arena.embedded import bootstrap, launch

    bootstrap.ensure(ROOT, sys.argv)
    launch.run(ROOT, sys.argv)


if __name__ == "__main__":
    main()
