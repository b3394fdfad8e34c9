"""What C, C++ and Rust share: the build makes one executable, and nothing but that runs."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from sandbox.limits import Limits
from sandbox.runtimes.base import BOT, OUT, Runtime

EXECUTABLE = "bot.bin"


class Native(Runtime):
    entry_in_jail = EXECUTABLE
    memory_signs = ("std::bad_alloc", "memory allocation of")

    def command(self, entry: str, limits: Limits, folder: str = BOT) -> tuple[str, ...]:
        return (f"{folder}/{EXECUTABLE}",)

    def environment(self, limits: Limits) -> Mapping[str, str]:
        return {"MALLOC_ARENA_MAX": "1"}


def compile_folder(compiler: str, entry: str, suffixes: tuple[str, ...], flags: str) -> str:
    """Compile every source file that lies beside the entry."""
    folder = PurePosixPath(entry).parent.as_posix()
    patterns = " -o ".join(f"-name '*{suffix}'" for suffix in suffixes)
    sources = f"find {folder} -maxdepth 1 -type f \\( {patterns} \\)"
    return f"{compiler} {flags} -I . -I {folder} -o {OUT}/{EXECUTABLE} $({sources} | LC_ALL=C sort) -lm -lpthread >&2"
