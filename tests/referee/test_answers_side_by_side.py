"""Seats that are asked at the same time: whose answer is read when, and what happens where they take long."""

import os
from typing import cast

from referee.seat import SeatInPlay
from referee.turns import as_answered
from sandbox import GRACE_S


class Pipe:
    """A seat that answers when it is told to, and remembers that it was watched."""

    allowance_ms = 20_000.0

    def __init__(self) -> None:
        self.readable, self.writable = os.pipe()
        self.is_watched = False

    def fileno(self) -> int:
        return self.readable

    def answer(self) -> None:
        os.write(self.writable, b"x")

    def watch(self) -> None:
        self.is_watched = True
        self.answer()

    def close(self) -> None:
        os.close(self.readable)
        os.close(self.writable)


def order(pipes: list[Pipe]) -> list[Pipe]:
    found = list(as_answered([cast(SeatInPlay, pipe) for pipe in pipes]))
    for pipe in pipes:
        pipe.close()
    return [cast(Pipe, seat) for seat in found]


def test_quick_answers_come_first_and_nobody_is_watched() -> None:
    slow, quick = Pipe(), Pipe()
    quick.answer()
    assert order([slow, quick]) == [quick, slow]
    assert not slow.is_watched


def test_where_several_take_longer_than_the_grace_all_of_them_are_watched() -> None:
    """Otherwise they would share the one core of their game, and pay for each other's thoughts."""
    pipes = [Pipe(), Pipe(), Pipe()]
    assert Pipe.allowance_ms / 1000 > GRACE_S
    assert set(order(pipes)) == set(pipes)
    assert all(pipe.is_watched for pipe in pipes)
