"""Compiles the engines: ``python -m engines.build``.

The same typed sources, translated to C by mypyc, play several times as many decisions a second. Nothing depends on
it: without a C compiler or mypy this says so and the Python sources are used. Safe to run at any time, twice at once
too: a build is made in a folder of its own and put in its place in one step.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from engines.compiled import BUILDS, HERE, key, source_files

PROGRAMS = ("build.py", "compiled.py", "playthrough.py")
"""Top-level modules that run as programs, or before a form is chosen."""
DECLARATIONS = ("game.py", "games.py", "house.py", "insight.py", "lesson.py", "lessons.py", "sdk.py", "words.py")
"""Read once, by every part of the arena."""
NOT_COMPILED = ("__init__.py", "position.py", "render.py", *DECLARATIONS)
"""No search calls these, so compiling them would only make set-up longer.

A compiled package could not import the others either: Python gives it its path only after it has run.
"""
C_FLAGS = "-fno-semantic-interposition -fno-plt"
"""Lets the compiler inline calls between our own functions: a fifth more decisions a second.

Calls into Python, of which there are many, take no detour over a table of jumps.
"""
ABANDONED_S = 3600
"""An unfinished build older than this was interrupted and is removed."""

SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(
    ["--config-file=", "--strict", *sys.argv[1:]],
    debug_level="0", multi_file=False, group_name="engines.native", strip_asserts=False,
)
setup(name="engines", packages=[], ext_modules=modules, script_args=["-q", "build_ext", "--inplace"])
"""


def what_is_missing() -> str:
    """The first thing that a build needs and this machine lacks, or an empty text."""
    for module in ("mypyc", "setuptools"):
        if find_spec(module) is None:
            return f"the Python package {'mypy' if module == 'mypyc' else module}"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "the C headers of Python (Python.h)"
    return ""


def main() -> int:
    missing = what_is_missing()
    if missing:
        print(f"The engines stay uncompiled and run as Python: {missing} is missing. Install it and run this again.")
        return 0
    goal = BUILDS / key()
    if goal.is_dir():
        print(f"The engines are compiled already: {goal.name}.")
        return 0
    begin = time.monotonic()
    BUILDS.mkdir(exist_ok=True)
    remove_abandoned()
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=BUILDS, ignore_cleanup_errors=True) as work:
        failure = compile_in(Path(work))
        if failure:
            print(f"{failure}\nThe engines could not be compiled (see above) and run as Python.", file=sys.stderr)
            return 1
        put_in_place(Path(work), goal)
    remove_others(goal)
    print(f"The engines are compiled: {goal.name}, in {time.monotonic() - begin:.0f} s.")
    return 0


def compile_in(work: Path) -> str:
    """Copies the sources and compiles the copy; returns what went wrong, or an empty text."""
    for path in source_files():
        copy = work / "engines" / path.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    open_interface(work / "engines" / "interface.py")
    names = [f"engines/{path.relative_to(HERE).as_posix()}" for path in source_files() if is_compiled_module(path)]
    flags = f"{os.environ.get('CFLAGS', '')} {C_FLAGS}".strip()
    environment = {**os.environ, "PYTHONPATH": "", "KARMA_ENGINES": "pure", "CFLAGS": flags}
    done = subprocess.run(
        [sys.executable, "-c", SETUP, *names], cwd=work, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return (done.stdout + done.stderr)[-4000:]


def open_interface(copy: Path) -> None:
    """Games of other packages are plain Python and inherit from ``State`` and ``Engine``: mypyc forbids it unless told.

    Said in the copy alone: the name is known to the compiler and to nothing that plays.
    """
    lines = ["from typing import TYPE_CHECKING", "if TYPE_CHECKING:", "    from mypy_extensions import mypyc_attr"]
    for line in copy.read_text().splitlines():
        if line.startswith(("class State(", "class Engine(")):
            lines.append("@mypyc_attr(allow_interpreted_subclasses=True)")
        lines.append(line)
    copy.write_text("\n".join(lines) + "\n")


def is_compiled_module(path: Path) -> bool:
    is_policy = path.parent.name == "house"
    return path.name not in NOT_COMPILED and not is_policy and not (path.parent == HERE and path.name in PROGRAMS)


def put_in_place(work: Path, goal: Path) -> None:
    """One rename makes the build visible. Who comes second finds it there: the sources are the same."""
    shutil.rmtree(work / "build", ignore_errors=True)
    shutil.rmtree(work / ".mypy_cache", ignore_errors=True)
    ready = work / "ready"
    ready.mkdir()
    (work / "engines").rename(ready / "engines")
    link_other_files(ready / "engines", goal / "engines")
    try:
        ready.rename(goal)
    except OSError:
        if not goal.is_dir():
            raise


def link_other_files(ready: Path, later: Path) -> None:
    """Rules pages, style sheets and the like are not copied but linked, so that they are never out of date.

    The links are relative and right where the build will lie later, so the whole tree can be moved.
    """
    for path in HERE.rglob("*"):
        if path.is_dir() or path.suffix in (".py", ".pyc") or BUILDS in path.parents:
            continue
        place = path.relative_to(HERE)
        (ready / place).parent.mkdir(parents=True, exist_ok=True)
        (ready / place).symlink_to(os.path.relpath(path, (later / place).parent))


def remove_others(goal: Path) -> None:
    for path in BUILDS.iterdir():
        if path != goal and not path.name.startswith("unfinished-"):
            shutil.rmtree(path, ignore_errors=True)


def remove_abandoned() -> None:
    for path in BUILDS.glob("unfinished-*"):
        if time.time() - path.stat().st_mtime > ABANDONED_S:
            shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
