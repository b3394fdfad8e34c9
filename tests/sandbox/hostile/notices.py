"""How much one jail can tell another through what both of them see, between two seats and from one game to the next.

    python -m tests.sandbox.hostile.notices [--at-once | --a-game]

Every way to leave bits on a shared file is tried with every way to read them. What was read is judged by the best
threshold there is for the bits that were sent, so a bot that has to guess it does no better. `--a-game` asks two seats
in turns, as a game does, and says what the ways that stay open between them carry in all.
"""

import contextlib
import json
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import sandbox
from sandbox import Channel, Jail
from tests.sandbox.cast import python_program

HERE = Path(__file__).parent
SPACING = 256 * 1024
"""The kernel reads ahead by half of this; nearer bits would overwrite each other."""
BITS = 64
WAITERS = 8
"""A word to wait for needs a thread for each bit, and threads are few."""
DEADLINE_S = 60.0
WAYS = (
    ("drop", "nowait"), ("drop", "in_core"), ("drop", "cache_stat"), ("drop", "read"), ("drop", "fault"),
    ("page_out", "nowait"), ("ahead", "read"), ("will_need", "read"), ("touch", "read"), ("touch", "fault"),
    ("look", "looked"),
)  # fmt: skip
"""Pairs of writing and reading that use the kernel's cache of pages, and of names."""
WORDS = (("wake", "woken"), ("exit", "woken"))
"""A word of a mapped file that one side waits for and the other wakes: both have to live at a time."""
PLAIN = frozenset({("touch", "read"), ("touch", "fault"), ("look", "looked"), ("exit", "woken")})
"""What no filter can refuse: reading, looking at the clock, ending a thread."""
OPEN = frozenset({("exit", "woken")})
"""What comes through all the same. `docs/operators/sandbox.md` tells more."""


@dataclass(frozen=True)
class Heard:
    """What came through of `bits` bits."""

    writer: str
    reader: str
    between: str
    right: int
    bits: int
    seconds: float
    refused: str = ""

    @property
    def carried(self) -> float:
        """Bits of information: what is left of a channel with this share of errors."""
        wrong = 1 - self.right / self.bits
        if self.refused or wrong in (0.0, 1.0):
            return 0.0 if self.refused else float(self.bits)
        return self.bits * (1 + wrong * math.log2(wrong) + (1 - wrong) * math.log2(1 - wrong))


class Board:
    """A file that all jails see, and the jails of two seats."""

    def __init__(self, folder: Path, *, warm: bool) -> None:
        shared = folder / "shared"
        shared.mkdir(mode=0o755)
        self._file = shared / "shared.bin"
        with self._file.open("wb") as file:
            for index in range(BITS):
                file.seek(index * SPACING)
                file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())  # only clean pages can be dropped
        self._file.chmod(0o644)
        source = (HERE / "boards" / "board.py").read_text()
        self._program = python_program(folder / "board", source)
        self._shared = shared
        self._warm = warm

    def jails(self, stack: contextlib.ExitStack) -> tuple[Jail, Jail]:
        """Of two seats."""
        seats = [sandbox.open_jail(self._program, libraries=[self._shared], warm=self._warm) for _ in range(2)]
        return stack.enter_context(seats[0]), stack.enter_context(seats[1])

    def clear(self, *, cached: bool) -> None:
        """All pages in memory, or none: what a file is that nobody used lately."""
        descriptor = os.open(self._file, os.O_RDONLY)
        try:
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            for index in range(BITS if cached else 0):
                os.pread(descriptor, 4096, index * SPACING)
        finally:
            os.close(descriptor)


def say(channel: Channel, line: str) -> str:
    channel.send(line.encode(), DEADLINE_S)
    return channel.receive(DEADLINE_S).decode()


def message() -> str:
    return "".join(random.Random(7).choices("01", k=BITS))


def best(seen: list[float], bits: str) -> int:
    """How many bits the best threshold gets right."""
    return max(
        sum((value >= threshold) == (bit == "1") for value, bit in zip(seen, bits, strict=True))
        for threshold in (*seen, math.inf)
    )


def use_caches() -> None:
    """What other programs do between two bots: the processor's caches hold something else then."""
    for _ in range(2):
        other = bytearray(os.urandom(4096)) * (128 * 1024 * 1024 // 4096)
        other[::64] = bytes(len(other) // 64)


def hear(board: Board, seats: tuple[Jail, Jail], writer: str, reader: str, between: str) -> Heard:
    is_futex = writer in ("wake", "exit")
    bits = message()[: WAITERS if is_futex else BITS]
    board.clear(cached=writer in ("drop", "page_out"))
    with contextlib.ExitStack() as stack:
        sender = stack.enter_context(seats[0].start())
        if between == "seats":
            receiver = stack.enter_context(seats[1].start())
        if is_futex:
            say(receiver, f"wait {reader} {len(bits)}")
        start = time.monotonic()
        name = f"{time.monotonic_ns():x}"
        reply = say(sender, f"write {writer} {bits} {name}")
        if (writer, reader) in PLAIN - OPEN and "--at-once" not in sys.argv:
            use_caches()
        if between == "games":
            sender.close()
            receiver = stack.enter_context(seats[0].start())
        seen = say(receiver, f"read {reader} {len(bits)} {name}")
        seconds = time.monotonic() - start
    refused = next((text for text in (reply, seen) if text.startswith("refused")), "")
    right = 0 if refused else best([float(value) for value in seen.split()], bits)
    return Heard(writer, reader, between, right, len(bits), seconds, refused)


def hear_all(*, warm: bool) -> Iterator[Heard]:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        board = Board(folder, warm=warm)
        seats = board.jails(stack)
        for between in ("seats", "games"):
            for writer, reader in (*WAYS, *(WORDS if between == "seats" else ())):
                yield hear(board, seats, writer, reader, between)


ASKED = 20
"""How often each seat is asked in a short game of two."""


def _carried_by_turns(board: Board, seats: tuple[Jail, Jail], writer: str, reader: str) -> list[float]:
    """What came through at each turn of one game: nothing runs between the two seats but the referee."""
    chance, width = random.Random(11), WAITERS if writer == "exit" else BITS
    board.clear(cached=True)
    heard = []
    with contextlib.ExitStack() as stack:
        sender, receiver = (stack.enter_context(seat.start()) for seat in seats)
        for _ in range(ASKED):
            bits = "".join(chance.choices("01", k=width))
            if writer == "exit":
                say(receiver, f"wait {reader} {width}")
            else:
                use_caches()  # what was read a turn ago is forgotten
            say(sender, f"write {writer} {bits}")
            seen = [float(value) for value in say(receiver, f"read {reader} {width}").split()]
            heard.append(Heard(writer, reader, "seats", best(seen, bits), width, 0).carried)
            if writer == "exit":
                say(sender, f"write {writer} {'1' * width}")  # nobody waits any more
    return heard


def tell_a_game() -> None:
    for start in ("warm", "cold"):
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
            Path(name).chmod(0o755)
            board = Board(Path(name), warm=start == "warm")
            seats = board.jails(stack)
            for writer, reader in (("touch", "read"), ("touch", "fault"), ("exit", "woken")):
                heard = _carried_by_turns(board, seats, writer, reader)
                told = f"{sum(heard) / ASKED:.1f} bits a turn, {sum(heard):.0f} in a game of {ASKED} turns of each seat"
                print(f"{start:5} {writer:6} {reader:6} {told}", flush=True)


def main() -> None:
    if "--a-game" in sys.argv:
        tell_a_game()
        return
    for start in ("warm", "cold"):
        for heard in hear_all(warm=start == "warm"):
            if "--json" in sys.argv:
                print(json.dumps(asdict(heard) | {"start": start}), flush=True)
                continue
            rate = f"{heard.carried:.0f} bits, {heard.carried / heard.seconds:.0f} a second"
            result = heard.refused or f"{heard.right} of {heard.bits} right, {rate}"
            print(f"{start:5} {heard.between:6} {heard.writer:10} {heard.reader:10} {result}", flush=True)


if __name__ == "__main__":
    main()
