"""The channels of one thread, so that who waits for one bot can keep an eye on the others."""

import threading
from typing import Protocol


class Seat(Protocol):
    def check_off_turn(self) -> None:
        """Count processor time used off turn, and stop a thief."""


class _Seats(threading.local):
    def __init__(self) -> None:
        self.seats: set[Seat] = set()


_local = _Seats()


def join(seat: Seat) -> None:
    _local.seats.add(seat)


def leave(seat: Seat) -> None:
    _local.seats.discard(seat)


def stop_thieves(waiting: Seat) -> None:
    """Look at every bot that is not on turn."""
    for seat in _local.seats:
        if seat is not waiting:
            seat.check_off_turn()
