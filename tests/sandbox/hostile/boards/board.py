"""One side of a notice board: leaves bits on something that two jails share, or reads them.

Answers `write WAY BITS` by `done` or the error, `read WAY COUNT` by what was seen of each bit (large means 1),
`wait _ COUNT` by `done`. Bit `i` is the page at `i * SPACING` of a read-only file that all seats see.
"""

import ctypes
import mmap
import os
import sys
import threading
import time

PATH, SPACING = "/lib-karma/0/shared.bin", 256 * 1024
libc = ctypes.CDLL(None, use_errno=True)
threading.stack_size(128 * 1024)  # the library waits for a word that `Exit` took away, and so never frees a stack
file = os.open(PATH, os.O_RDONLY)
mapped = mmap.mmap(file, 0, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)
RWF_NOWAIT, MADV_PAGEOUT, MADV_COLD, PAGE = 8, 21, 20, 4096
FUTEX, FUTEX_WAIT, FUTEX_WAKE = 202, 0, 1


def address_of(array: mmap.mmap) -> int:  # a read-only buffer: ctypes gives its address by a borrowed view only
    view = ctypes.py_object(array)
    buffer = (ctypes.c_ssize_t * 10)()
    ctypes.pythonapi.PyObject_GetBuffer(view, buffer, 0)
    return buffer[0]


base = address_of(mapped)


def call(number: int, *arguments: object) -> int:
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def drop(index: int) -> None:
    os.posix_fadvise(file, index * SPACING, PAGE, os.POSIX_FADV_DONTNEED)


def page_out(index: int) -> None:
    _ = mapped[index * SPACING]
    call(28, base + index * SPACING, PAGE, MADV_PAGEOUT)
    drop(index)


def touch(index: int) -> None:
    os.pread(file, 1, index * SPACING)


def ahead(index: int) -> None:
    call(187, file, index * SPACING, PAGE)


def will_need(index: int) -> None:
    call(28, base + index * SPACING, PAGE, 3)


def nowait(index: int) -> int:
    try:
        return os.preadv(file, [bytearray(1)], index * SPACING, RWF_NOWAIT)
    except BlockingIOError:
        return 0


def in_core(index: int) -> int:
    seen = ctypes.create_string_buffer(1)
    call(27, base + index * SPACING, PAGE, seen)
    return seen.raw[0] & 1


def cache_stat(index: int) -> int:
    area, seen = (ctypes.c_uint64 * 2)(index * SPACING, PAGE), (ctypes.c_uint64 * 5)()
    call(451, file, area, seen, 0)
    return seen[0]


def name_of(index: int) -> str:
    return f"/lib-karma/0/nobody-{names[-1]}-{index}"


names: list[str] = [""]
"""Each message needs names that nobody asked for before."""


def look(index: int) -> None:
    os.path.exists(name_of(index))


def look_clock(index: int) -> int:
    name = name_of(index)
    start = time.perf_counter_ns()
    os.path.exists(name)
    return -(time.perf_counter_ns() - start)


def read_clock(index: int) -> int:
    start = time.perf_counter_ns()
    os.pread(file, 1, index * SPACING)
    return -(time.perf_counter_ns() - start)


def fault_clock(index: int) -> int:
    start = time.perf_counter_ns()
    _ = mapped[index * SPACING]
    return -(time.perf_counter_ns() - start)


woken: set[int] = set()


def wait(index: int) -> None:
    try:
        call(FUTEX, base + index * SPACING, FUTEX_WAIT, 0, None, None, 0)
        woken.add(index)
    except OSError:
        pass


def wake(index: int) -> None:
    call(FUTEX, base + index * SPACING, FUTEX_WAKE, 1, None, None, 0)


class Exit(threading.Thread):
    """The kernel wakes whoever waits for the word that a thread named as its own, when the thread ends."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index

    def run(self) -> None:
        call(218, base + self.index * SPACING)


def exit_wake(index: int) -> None:
    thread = Exit(index)
    thread.start()
    thread.join()


WRITE = {"drop": drop, "page_out": page_out, "touch": touch, "ahead": ahead, "will_need": will_need, "wake": wake}
WRITE["exit"], WRITE["look"] = exit_wake, look
READ = {"nowait": nowait, "in_core": in_core, "cache_stat": cache_stat, "read": read_clock, "fault": fault_clock}
READ["woken"], READ["looked"] = lambda index: int(index in woken), look_clock


def answer(command: str, way: str = "", what: str = "", name: str = "") -> str:
    names.append(name)
    if command == "wait":
        woken.clear()
        for index in range(int(what)):
            threading.Thread(target=wait, args=(index,), daemon=True).start()
        return "done"
    if command == "write":
        one = {"drop": "0", "page_out": "0"}.get(way, "1")  # what is dropped reads as 0
        for index, bit in enumerate(what):
            if bit == one:
                WRITE[way](index)
        return "done"
    return " ".join(str(READ[way](index)) for index in range(int(what)))


for line in sys.stdin:
    try:
        reply = answer(*line.split())
    except OSError as error:
        reply = f"refused: {error}"
    sys.stdout.write(reply + "\n")
    sys.stdout.flush()
