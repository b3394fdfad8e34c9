"""Compiled Python files are kept, also where ``__pycache__`` folders are not wanted.

With PYTHONDONTWRITEBYTECODE set, as in many containers, every process compiles Django and all the rest anew. That takes
longer than the work of most of them, and the demo and the tests start hundreds. Whoever set the variable wants a clean
source tree: that is what they get, with the compiled files in a folder of their own.

Standard library only: it runs before the virtual environment exists.
"""

import os
import sys
from pathlib import Path


def keep(root: Path) -> None:
    """From now on, in this process and in those that it starts."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(root / "var" / "pycache"))
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]
        sys.dont_write_bytecode = False
