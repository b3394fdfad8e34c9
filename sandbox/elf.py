"""Which shared libraries a program names, read from the file: to ask the loader would be to run it."""

import mmap
import struct
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_LOAD, _DYNAMIC, _INTERPRETER = 1, 2, 3
_END, _NEEDED, _STRINGS = 0, 1, 5
_USUAL = (
    "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1", "libgcc_s.so.1",
    "libstdc++.so.6", "libatomic.so.1", "libgomp.so.1",
)  # fmt: skip
"""What glibc loads by itself, and what compilers add."""


def folders() -> Iterator[Path]:
    """Where the loader looks without `/etc/ld.so.cache`, which no jail has."""
    yield from sorted(Path("/usr/lib").glob("*-linux-gnu"))
    yield from (Path("/usr/lib64"), Path("/usr/lib"))


def _segments(data: mmap.mmap) -> Iterator[tuple[int, int, int, int]]:
    """(kind, offset in the file, address, size) of a 64-bit little-endian file."""
    (start,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, address, _, length, _, _ = struct.unpack_from("<IIQQQQQQ", data, start + number * size)
        yield kind, offset, address, length


def _text(data: mmap.mmap, start: int) -> str:
    return data[start : data.find(b"\0", start)].decode("ascii")


def _needed(data: mmap.mmap) -> Iterator[str]:
    segments = list(_segments(data))
    entries: list[tuple[int, int]] = []
    for kind, offset, _, length in segments:
        if kind == _INTERPRETER:
            yield Path(_text(data, offset)).name
        if kind == _DYNAMIC:
            entries += [struct.unpack_from("<QQ", data, offset + at) for at in range(0, length, 16)]
    tables = [value for tag, value in entries if tag == _STRINGS]
    if not tables:
        return
    table = next(
        tables[0] - address + offset
        for kind, offset, address, length in segments
        if kind == _LOAD and address <= tables[0] < address + length
    )
    yield from (_text(data, table + value) for tag, value in entries if tag == _NEEDED)


def needed(path: Path) -> list[str]:
    """Empty also for what is no program, or one that only pretends to be: it may come from anybody."""
    try:
        with path.open("rb") as file:
            if file.read(6) != b"\x7fELF\x02\x01":
                return []
            with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
                return list(_needed(data))
    except (OSError, ValueError, struct.error, OverflowError, RuntimeError):  # the last: an address in no segment
        return []


@cache
def _library(name: str) -> Path | None:
    if "/" in name or name in ("", ".", ".."):
        return None
    return next((folder / name for folder in folders() if (folder / name).is_file()), None)


def closure(programs: Iterable[Path]) -> list[Path]:
    """All system libraries that these programs need, and those that they need in turn."""
    found: dict[str, Path] = {}
    names = [*_USUAL, *(name for program in programs for name in needed(program))]
    while names:
        name = names.pop()
        path = _library(name)
        if path is not None and name not in found:
            found[name] = path
            names += needed(path)
    # Programs name their loader by its path, which on most systems is a link.
    loaders = [
        path for folder in ("/usr/lib64", "/usr/lib") for path in Path(folder).glob("ld-linux*") if path.is_file()
    ]
    return sorted({*found.values(), *loaders})
