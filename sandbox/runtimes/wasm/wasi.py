"""Compiles a WASI module ahead of time, and runs it, by wasmtime's C library: in the jail of a build or a game.

    wasi.py compile LIBRARY MODULE OUT
    wasi.py run LIBRARY MODULE OUT MEMORY_MB

Wasmtime's own Python package would take 50 ms of every game to begin, the dozen functions that are needed take 10. What
was compiled for another version of wasmtime is refused by it, and compiled anew here. A script of the standard library
alone: nothing of the project can be seen from here.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p

TYPE_CHECKING = False  # as in typing, which takes longer to begin than all of this
if TYPE_CHECKING:
    from typing import Any, NoReturn

STACK_BYTES = 2 * 1024 * 1024
TRAPPED = 134
"""The exit status of a program that did what no module may: as of a native one that is aborted."""
COMPONENT = b"\0asm\x0d\x00\x01\x00"
TARGETS = {"x86_64": "x86_64-unknown-linux-gnu", "aarch64": "aarch64-unknown-linux-gnu"}
"""Named, so that nothing is compiled for the processor of one machine that another one lacks."""


class Bytes(ctypes.Structure):
    """wasm_byte_vec_t, wasm_name_t"""

    _fields_ = (("size", c_size_t), ("data", c_void_p))

    def text(self) -> str:
        return ctypes.string_at(self.data, self.size).decode(errors="replace").rstrip("\0")


class Pointers(ctypes.Structure):
    """wasm_exporttype_vec_t"""

    _fields_ = (("size", c_size_t), ("data", POINTER(c_void_p)))


class Function(ctypes.Structure):
    """wasmtime_func_t"""

    _fields_ = (("store", c_uint64), ("private", c_void_p))


class UnfitError(Exception):
    """The module cannot be run; the sentence is for its author."""


def give_up(sentence: str, status: int = 1) -> NoReturn:
    sys.stderr.write(sentence.rstrip() + "\n")
    sys.stderr.flush()
    os._exit(status)  # the library's threads are not waited for


class Wasmtime:
    def __init__(self, library: str) -> None:
        self._dll = ctypes.CDLL(library)
        config = self._made("wasm_config_new")
        self._call("wasmtime_config_parallel_compilation_set", config, c_bool(False))
        self._call("wasmtime_config_max_wasm_stack_set", config, c_size_t(STACK_BYTES))
        if target := TARGETS.get(os.uname().machine):
            self._must("wasmtime_config_target_set", config, target.encode())
        self._engine = self._made("wasm_engine_new_with_config", config)

    def _call(self, name: str, *words: Any) -> None:
        function = getattr(self._dll, name)
        function.restype = None
        function(*words)

    def _made(self, name: str, *words: Any) -> c_void_p:
        function = getattr(self._dll, name)
        function.restype = c_void_p
        return c_void_p(function(*words))

    def _must(self, name: str, *words: Any) -> None:
        error = self._made(name, *words)
        if error:
            raise UnfitError(self._message("wasmtime_error_message", error))

    def _message(self, name: str, error: c_void_p) -> str:
        said = Bytes()
        self._call(name, error, byref(said))
        return said.text()

    def compiled(self, code: bytes) -> c_void_p:
        if code.startswith(COMPONENT):
            raise UnfitError(
                "This is a component (WASI preview 2). Compile a plain module, for wasm32-wasip1 or wasm32-wasi."
            )
        module = c_void_p()
        self._must("wasmtime_module_new", self._engine, code, c_size_t(len(code)), byref(module))
        return module

    def loaded(self, path: str) -> c_void_p:
        module = c_void_p()
        self._must("wasmtime_module_deserialize_file", self._engine, path.encode(), byref(module))
        return module

    def save(self, module: c_void_p, path: str) -> None:
        made = Bytes()
        self._must("wasmtime_module_serialize", module, byref(made))
        with open(path, "wb") as out:  # noqa: PTH123  pathlib takes longer to begin than this script
            out.write(ctypes.string_at(made.data, made.size))

    def linker(self) -> c_void_p:
        linker = self._made("wasmtime_linker_new", self._engine)
        self._must("wasmtime_linker_define_wasi", linker)
        return linker

    def require_program(self, module: c_void_p) -> None:
        """All that it wants is there, and it has a beginning."""
        try:
            self._must("wasmtime_linker_instantiate_pre", self.linker(), module, byref(c_void_p()))
        except UnfitError as error:
            raise UnfitError(f"{error}\nThe arena offers WASI preview 1 and nothing else to import.") from None
        if "_start" not in self._exports(module):
            raise UnfitError("The module has no _start. Compile a program with a main function, not a library.")

    def _exports(self, module: c_void_p) -> list[str]:
        found = Pointers()
        self._call("wasmtime_module_exports", module, byref(found))
        name = self._dll.wasm_exporttype_name
        name.restype = POINTER(Bytes)
        return [name(c_void_p(found.data[number])).contents.text() for number in range(found.size)]

    def run(self, module: c_void_p, name: str, memory_mb: int) -> int:
        """Play; the exit status."""
        store = self._made("wasmtime_store_new", self._engine, None, None)
        any_number = c_int64(-1)
        memory = c_int64(memory_mb * 1024 * 1024)
        self._call("wasmtime_store_limiter", store, memory, any_number, any_number, any_number, any_number)
        context = self._made("wasmtime_store_context", store)
        self._must("wasmtime_context_set_wasi", context, self._world(name))
        linker, start, trap = self.linker(), Function(), c_void_p()
        none = c_size_t(0)
        self._must("wasmtime_linker_module", linker, context, b"", none, module)
        self._must("wasmtime_linker_get_default", linker, context, b"", none, byref(start))
        error = self._made("wasmtime_func_call", context, byref(start), None, none, None, none, byref(trap))
        if trap:
            give_up(self._message("wasm_trap_message", trap), TRAPPED)
        return self._status(error) if error else 0

    def _status(self, error: c_void_p) -> int:
        status = c_int()
        is_exit = self._dll.wasmtime_error_exit_status
        is_exit.restype = c_bool
        if is_exit(error, byref(status)):
            return status.value
        give_up(self._message("wasmtime_error_message", error), TRAPPED)

    def _world(self, name: str) -> c_void_p:
        """What the program may touch: its three pipes, its own files and `/tmp`. The jail around it allows no more."""
        world = self._made("wasi_config_new")
        self._call("wasi_config_set_argv", world, c_size_t(1), (c_char_p * 1)(name.encode()))
        for stream in ("stdin", "stdout", "stderr"):
            self._call(f"wasi_config_inherit_{stream}", world)
        folder = os.path.dirname(name) or "."  # noqa: PTH120  see above
        self._call("wasi_config_preopen_dir", world, folder.encode(), b".", c_bool(False))
        self._call("wasi_config_preopen_dir", world, b"/tmp", b"/tmp", c_bool(True))
        return world


def read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123  see above
        return file.read()


def main(what: str, library: str, path: str, out: str, memory_mb: str = "0") -> int:
    wasmtime = Wasmtime(library)
    if what == "compile":
        try:
            module = wasmtime.compiled(read(path))
            wasmtime.require_program(module)
        except UnfitError as error:
            raise UnfitError(f"{path}: {error}") from None
        wasmtime.save(module, out)
        return 0
    try:
        module = wasmtime.loaded(out)
    except UnfitError:
        module = wasmtime.compiled(read(path))
    return wasmtime.run(module, path, int(memory_mb))


if __name__ == "__main__":
    try:
        code = main(*sys.argv[1:])
    except UnfitError as error:
        give_up(str(error))
    os._exit(code)
