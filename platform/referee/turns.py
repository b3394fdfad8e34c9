"""In which order to read the answers of seats that were asked at the same time.

Reading them in the order of seats would charge a quick bot for the thoughts of a slow one before it.
"""

import select
import time
from collections.abc import Iterator, Sequence

from referee.seat import SeatInPlay
from sandbox import GRACE_S


def as_answered(seats: Sequence[SeatInPlay]) -> Iterator[SeatInPlay]:
    """Programs as their answers come in, then those who think inside our own process."""
    if len(seats) == 1:
        yield seats[0]
        return
    waiting: dict[int, SeatInPlay] = {}
    others: list[SeatInPlay] = []
    for seat in seats:
        descriptor = seat.fileno()
        if descriptor is None:
            others.append(seat)
        else:
            waiting[descriptor] = seat
    yield from _programs(waiting)
    yield from others


def _programs(waiting: dict[int, SeatInPlay]) -> Iterator[SeatInPlay]:
    poll = select.poll()
    for descriptor in waiting:
        poll.register(descriptor, select.POLLIN)
    grace_ends = time.monotonic() + GRACE_S
    is_watched = False
    while waiting:
        # The last one, or one whose time is over, is left to its own channel, which knows all about deadlines.
        patience_ms = 0.0 if len(waiting) == 1 else min(seat.allowance_ms for seat in waiting.values())
        if not is_watched:
            patience_ms = min(patience_ms, max(0.0, grace_ends - time.monotonic()) * 1000)
        ready = [descriptor for descriptor, _ in poll.poll(patience_ms)]
        if not ready and not is_watched and len(waiting) > 1:
            is_watched = True
            for seat in waiting.values():
                seat.watch()
            continue
        if not ready:
            ready = [min(waiting, key=lambda seat: waiting[seat].allowance_ms)]
        for descriptor in ready:
            poll.unregister(descriptor)
            yield waiting.pop(descriptor)
