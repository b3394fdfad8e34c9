"""stderr of all bots of this thread: drained whenever any of them is waited for, kept to a ring of the last bytes."""

import os
import select
import threading

_CHUNK = 64 * 1024
"""As much as a pipe holds: one read empties it, and a flood costs its neighbours no more than that."""


class Ring:
    """The last `size` bytes of a bot's stderr, and how many there were."""

    def __init__(self, descriptor: int, size: int, cap: int) -> None:
        self.descriptor = descriptor
        self.total = 0
        self.is_over = False
        """More than `cap` bytes came."""
        self._size = size
        self._cap = cap
        self._tail = b""
        self._marks: list[tuple[int, int]] = []
        self._marked = 0
        """How much the last of them covers."""
        os.set_blocking(descriptor, False)
        board().add(self)

    def drain(self) -> bool:
        """Take what is there, at most one pipe full; False at the end of the stream."""
        try:
            data = os.read(self.descriptor, _CHUNK)
        except BlockingIOError:
            return True
        self.total += len(data)
        self._tail = (self._tail + data)[-self._size :]
        self.is_over = self.total > self._cap
        return bool(data)

    def mark(self, answers: int, *, may_have_more: bool = True) -> None:
        """Everything written up to now belongs to the answers given so far, the last of them if it is new.

        Without ``may_have_more`` the pipe is known to be empty, and the look at it is saved, which is made for every
        answer.
        """
        if may_have_more and not self.is_over:
            self.drain()
        if self.has_news():
            self._marks.append((answers, self.total))
            self._marked = self.total

    def has_news(self) -> bool:
        """Something came since the last mark."""
        return self.total > self._marked

    def tail(self) -> str:
        return self._tail.decode("utf-8", "replace")

    def pieces(self, answers: int) -> tuple[tuple[int, str], ...]:
        """The tail cut at the marks. What came after the last answer counts to the one that was not given."""
        before = self.total - len(self._tail)
        pieces = []
        start = before
        for number, end in (*self._marks, (answers + 1, self.total)):
            if end > start:
                pieces.append((number, self._tail[start - before : end - before].decode("utf-8", "replace")))
                start = end
        return tuple(pieces)

    def close(self) -> None:
        if self.descriptor < 0:
            return
        for _ in range(16):  # what a bot wrote before it died is still in the pipe, which holds 64 KiB or a little more
            before = self.total
            if not self.drain() or self.total == before:
                break
        board().remove(self)
        os.close(self.descriptor)
        self.descriptor = -1


class Board:
    """All rings of one thread behind one descriptor, so that a wait costs the same for two seats and for six."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._rings: dict[int, Ring] = {}
        self.owner = os.getpid()

    def fileno(self) -> int:
        return self._epoll.fileno()

    def add(self, ring: Ring) -> None:
        self._rings[ring.descriptor] = ring
        self._epoll.register(ring.descriptor, select.EPOLLIN)

    def remove(self, ring: Ring) -> None:
        if self._rings.pop(ring.descriptor, None) is not None:
            self._epoll.unregister(ring.descriptor)

    def drain(self) -> None:
        """One read for each bot that wrote: a flood costs its neighbours at most one pipe full of our time."""
        for descriptor, _ in self._epoll.poll(0):
            ring = self._rings.get(descriptor)
            if ring is not None and (not ring.drain() or ring.is_over):
                self.remove(ring)  # ended, or over its cap: from now on its pipe fills up and it blocks


_local = threading.local()


def board() -> Board:
    """This thread's board; a forked worker gets one of its own."""
    own: Board | None = getattr(_local, "board", None)
    if own is None or own.owner != os.getpid():
        own = Board()
        _local.board = own
    return own
