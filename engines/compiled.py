"""Which form of the engines runs: the Python sources, or what ``python -m engines.build`` made of them.

A build lies in ``engines/_compiled/<key>/engines`` and the key is a hash of all sources and of the interface for
extensions, which names the Python version (3.11, whatever comes after) and the platform: a build may come in a wheel.
So a build that does not belong to the sources as they are is never used: the sources are.
``KARMA_ENGINES=pure`` in the environment asks for the sources in any case.
"""

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILDS = HERE / "_compiled"


def source_files() -> list[Path]:
    """All modules of the engines, in an order that does not depend on the machine."""
    paths = (path for path in HERE.rglob("*.py") if BUILDS not in path.parents)
    return sorted(paths, key=lambda path: path.relative_to(HERE).as_posix())


def key() -> str:
    whole = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in source_files():
        content = path.read_bytes()
        whole.update(f"{path.relative_to(HERE).as_posix()}|{len(content)}|".encode() + content)
    return whole.hexdigest()[:24]


def choose_form(package_path: list[str]) -> None:
    """Put the build of the present sources, if there is one, before them on the package's path."""
    if os.environ.get("KARMA_ENGINES") == "pure" or not BUILDS.is_dir():
        return
    build = BUILDS / key() / "engines"
    if build.is_dir():
        package_path.insert(0, str(build))


def is_compiled() -> bool:
    """Do the engines of this process run compiled?"""
    return str(getattr(sys.modules.get("engines.chance"), "__file__", "")).endswith((".so", ".pyd"))
