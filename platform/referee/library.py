"""What every Python bot may import without shipping it: the SDK and the engines, in a folder of their own.

A jail shows a bot whole folders. So the few packages it may read are copied aside, once per process, instead of
showing it the folder they live in.
"""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import bots.sdk
import engines
from engines.compiled import BUILDS, key

_KEPT = (".py", ".pyc", ".so")


@cache
def sdk_library() -> Path:
    """A folder to put on a bot's import path. It holds ``bots.sdk`` and ``engines``, compiled parts included."""
    folder = Path(tempfile.mkdtemp(prefix="karma-sdk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    rules = Path(engines.__file__).parent
    sdk = Path(bots.sdk.__file__).parent
    _copy(rules, folder / "engines")
    _copy(sdk, folder / "bots" / "sdk")
    shutil.copy2(sdk.parent / "__init__.py", folder / "bots")
    folder.chmod(0o755)  # bots run under users of their own
    return folder


def wanted_modules(files: Path) -> tuple[str, ...]:
    """The modules of the library that a Python program mentions: worth loading once, before its games."""
    source = "\n".join(path.read_text(errors="replace") for path in files.rglob("*.py"))
    if "bots.sdk.search" in source or "engines" in source:
        games = tuple(f"engines.{path.parent.name}" for path in Path(engines.__file__).parent.glob("*/engine.py"))
        return ("bots.sdk", "bots.sdk.search", "engines", *sorted(games))
    return ("bots.sdk",) if "bots.sdk" in source else ()


def _copy(source: Path, target: Path) -> None:
    """Code only, with its times: bytecode that was compiled for the source stays valid."""

    def unwanted(folder: str, names: list[str]) -> list[str]:
        here = Path(folder)
        if here == BUILDS:
            return [name for name in names if name != key()]  # builds of other sources are of no use
        return [name for name in names if not (name.endswith(_KEPT) or (here / name).is_dir())]

    shutil.copytree(source, target, ignore=unwanted)
