"""WebAssembly: a WASI module of any language that compiles to one, run by wasmtime.

Authors compile at home, so the arena needs none of their compilers; the build here turns the module into machine code.
Wasmtime lies beside Python's own packages, as the extra `wasm` and as part of `server` puts it there. A game starts the
script `wasi.py` on the interpreter that Python bots have.
"""

import importlib.util
import platform
import sys
from functools import cache
from pathlib import Path

from sandbox.bwrap import Bind
from sandbox.limits import Limits
from sandbox.runtimes.base import BOT, OUT, Runtime, more_threads
from sandbox.runtimes.python import Python, interpreter

_PACKAGE = "wasmtime"
_LIBRARY = "/opt/wasmtime/libwasmtime.so"
_SCRIPT = "/karma/wasi.py"
_HERE = Path(__file__).with_name("wasi.py")
_OWN_MB = 64
"""What Python and wasmtime need beside the module's memory."""
_COMPILED = ".compiled"


@cache
def _library() -> Path | None:
    found = importlib.util.find_spec(_PACKAGE)
    places = (found.submodule_search_locations or ()) if found else ()
    libraries = (library for place in places for library in Path(place).glob("*/_libwasmtime.*"))
    return next(libraries, None)


class Wasm(Runtime):
    name = "wasm"
    title = "WebAssembly"
    entries = ("bot.wasm", "main.wasm")
    is_source = False
    tool = _PACKAGE
    package = "karma-arena[wasm]"
    as_limit = False  # gigabytes of addresses around each memory, so that no access needs a check
    memory_signs = ("out of memory", "memory allocation of", "std::bad_alloc")
    absent_entry = "The arena takes compiled modules: compile the program first (in the starter kit: make)."

    def __init__(self) -> None:
        self._python = Python()

    def find_tool(self) -> str | None:
        library = _library()
        return str(library) if library and self._python.available() else None

    def missing(self) -> str:
        if self.find_tool():
            return ""
        return f"WebAssembly bots cannot run here: {_PACKAGE} is not installed. Fix: pip install '{self.package}'"

    def version(self) -> str:
        if not self.available():
            return ""
        import importlib.metadata  # noqa: PLC0415  it would slow the start of every command

        return f"wasmtime {importlib.metadata.version(_PACKAGE)} ({platform.machine()}, WASI preview 1)"

    def fit(self, limits: Limits) -> Limits:
        return more_threads(limits, pids=16, files=64, memory_mb=_OWN_MB)

    def build_script(self, entry: str, limits: Limits) -> str:
        run = f"{interpreter()} -I -S {_SCRIPT} compile {_LIBRARY}"
        return f"cp -r . {OUT}/ && {run} {entry} {OUT}/{entry}{_COMPILED}"

    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        return self._run(interpreter(), _SCRIPT, _LIBRARY, f"{folder}/{entry}", limits)

    def bare_command(self, entry: str, limits: Limits, folder: str) -> tuple[str, ...]:
        return self._run(sys.executable, str(_HERE), self.find_tool() or "", f"{folder}/{entry}", limits)

    def _run(self, runs: str, script: str, library: str, module: str, limits: Limits) -> tuple[str, ...]:
        memory_mb = str(max(1, limits.memory_mb - _OWN_MB))
        return (runs, "-I", "-S", script, "run", library, module, f"{module}{_COMPILED}", memory_mb)

    def binds(self) -> tuple[Bind, ...]:
        library = _library()
        if library is None:
            return ()
        return (*self._python.binds(), Bind(_HERE, _SCRIPT), Bind(library, _LIBRARY))

    def folders(self) -> tuple[Bind, ...]:
        return self._python.folders()

    def build_binds(self) -> tuple[Bind, ...]:
        library = _library()
        own = (Bind(_HERE, _SCRIPT), Bind(library, _LIBRARY)) if library else ()
        return (*self._python.build_binds(), *own)

    def environment(self, limits: Limits) -> dict[str, str]:
        return dict(self._python.environment(limits))
