"""Python: the interpreter that runs this very process, without its site-packages."""

import functools
import re
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from sandbox.bwrap import Bind
from sandbox.limits import Limits
from sandbox.runtimes.base import BOT, OUT, Runtime
from sandbox.runtimes.python import packages

_HOME = "/opt/python"
_ZYGOTE = "/karma/zygote.py"
_NURSERY = "/karma/nursery.so"
_PACKAGES = "/lib-karma/packages"
_NAME = f"python{sys.version_info.major}.{sys.version_info.minor}"

# What bots import. A parent loads what its own program names, not more: each page and library that it holds is copied
# in every fork and cleared away at every end. Not threading, nor what imports it (logging, queue): it takes part in
# every fork.
# fmt: off
_PRELOAD = (
    "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "heapq", "io",
    "itertools", "json", "math", "operator", "os", "pathlib", "random", "re", "string", "time", "traceback", "types",
    "typing",
)
# fmt: on
# fmt: off
# What no bot imports: 200 MiB that would lie in memory.
_NOT_FOR_BOTS = (
    "test", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "config-*", "*.a", "*.opt-[12].pyc", "include",
    "share", "pkgconfig", "_test*", "_ctypes_test*", "_tkinter*",
)
# fmt: on
_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t](.*)$", re.MULTILINE)


@functools.cache
def _is_system() -> bool:
    return sys.base_prefix == "/usr"


def interpreter() -> str:
    """Its path in a jail."""
    return f"/usr/bin/{_NAME}" if _is_system() else f"{_HOME}/bin/{_NAME}"


def _without_packages(prefix: str, seen_as: str) -> tuple[Bind, ...]:
    """An empty folder over each folder of packages: what a bot can import must not depend on the machine."""
    empty = Path(__file__).parent / "no_packages"
    folders = (f"lib/{_NAME}/site-packages", "lib/python3/dist-packages")
    return tuple(Bind(empty, f"{seen_as}/{folder}") for folder in folders if (Path(prefix) / folder).is_dir())


def _imported(files: Path) -> set[str]:
    """All words in the imports of a program."""
    source = "\n".join(path.read_text(errors="replace") for path in files.rglob("*.py"))
    return set(re.findall(r"\w+", " ".join(_IMPORTS.findall(source))))


class Python(Runtime):
    name = "python"
    title = "Python"
    entries = ("bot.py", "main.py", "__main__.py")
    tool = _NAME
    package = "python3"
    is_warm = True
    memory_signs = ("MemoryError",)

    def find_tool(self) -> str | None:
        # Not from PATH: a virtual environment's link would not work in a jail.
        path = Path(sys.base_prefix) / "bin" / _NAME
        return str(path) if path.exists() else None

    def version(self) -> str:
        return f"Python {sys.version.split()[0]}" if self.available() else ""

    def build_script(self, entry: str, limits: Limits) -> str:
        # Hash-checked bytecode never goes stale by a file's time, and saves compiling in every game.
        check = f"{interpreter()} -I -S -m py_compile {entry}"
        compile_all = f"({interpreter()} -I -S -m compileall -q --invalidation-mode unchecked-hash {OUT} >&2 || true)"
        return f"{check} && cp -r . {OUT}/ && {compile_all}"

    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        return (interpreter(), "-u", "-s", "-X", "frozen_modules=on", f"{folder}/{entry}")

    def bare_command(self, entry: str, limits: Limits, folder: str) -> tuple[str, ...]:
        return (self.find_tool() or sys.executable, *self.command(entry, limits, folder)[1:])

    def binds(self) -> tuple[Bind, ...]:
        if _is_system():
            return (Bind(Path(f"/usr/bin/{_NAME}"), f"/usr/bin/{_NAME}"), *_without_packages("/usr", "/usr"))
        return (Bind(Path(sys.base_prefix), _HOME, _NOT_FOR_BOTS), *_without_packages(sys.base_prefix, _HOME))

    def folders(self) -> tuple[Bind, ...]:
        names = (_NAME, "python3") if _is_system() else ()
        return tuple(Bind(Path("/usr/lib") / name, "", _NOT_FOR_BOTS) for name in names)

    def warm_command(self) -> tuple[str, ...]:
        return (interpreter(), "-u", "-s", _ZYGOTE)

    def warm_binds(self, nursery: Path | None) -> tuple[Bind, ...]:
        library = (Bind(nursery, _NURSERY),) if nursery is not None else ()
        return (Bind(Path(__file__).parent / "zygote.py", _ZYGOTE), *library)

    def build_binds(self) -> tuple[Bind, ...]:
        return () if _is_system() else self.binds()  # a build sees all of /usr

    def preload(self, files: Path) -> tuple[str, ...]:
        words = _imported(files)
        return tuple(name for name in _PRELOAD if name in words) + packages.used(words)

    def packages(self, files: Path) -> tuple[Bind, ...]:
        return (Bind(packages.folder(), _PACKAGES),) if packages.used(_imported(files)) else ()

    def package_environment(self) -> Mapping[str, str]:
        # One thread: a pool started before the fork would not be there in a game, and a seat has one core.
        return {"PYTHONPATH": _PACKAGES, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

    def environment(self, limits: Limits) -> Mapping[str, str]:
        values = {
            "PYTHONUTF8": "1",
            "PYTHONHASHSEED": "0",  # the same order of sets in every game: a bot's bug can be seen twice
            "PYTHONDONTWRITEBYTECODE": "1",
            "MALLOC_ARENA_MAX": "1",  # each arena reserves 64 MiB of address space, which is capped
        }
        if sysconfig.get_config_var("Py_ENABLE_SHARED") and not _is_system():
            values["LD_LIBRARY_PATH"] = f"{_HOME}/lib"
        return values

    def warm_environment(self) -> Mapping[str, str]:
        return {"LD_BIND_NOW": "1"}  # found out once by the parent, not in every game at the first call
