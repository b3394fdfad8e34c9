"""However a game ends, every seat is told to end before the first is waited for, and every one is closed."""

import pytest

from engines import variant
from referee.channels.base import Closing
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.game import play_game
from referee.replay import Termination
from tests.referee.cast import First

SLUG = "karma-3"


class Noted(InProcessChannel):
    """Writes down how it was ended; may fail in doing so."""

    def __init__(self, notes: list[str], number: int, is_broken: bool = False) -> None:
        super().__init__(First(), f"bot {number}")
        self._notes = notes
        self._number = number
        self._is_broken = is_broken

    def hang_up(self) -> None:
        self._notes.append(f"hang up {self._number}")

    def close(self) -> Closing:
        self._notes.append(f"close {self._number}")
        if self._is_broken:
            raise OSError(9, "bad file descriptor")
        return super().close()


def test_all_seats_hang_up_before_the_first_is_closed() -> None:
    notes: list[str] = []
    record = play_game(SLUG, [Noted(notes, seat) for seat in range(3)], SealedDeal.from_text("end"))
    assert record.termination in (Termination.NORMAL, Termination.CAP)
    assert sorted(notes[:3]) == ["hang up 0", "hang up 1", "hang up 2"]
    assert sorted(notes[3:6]) == ["close 0", "close 1", "close 2"]


def test_a_seat_that_cannot_be_closed_keeps_no_other_open() -> None:
    notes: list[str] = []
    channels = [Noted(notes, seat, is_broken=seat == 1) for seat in range(variant(SLUG).seats)]
    with pytest.raises(OSError, match="bad file"):  # the worker that sees it makes the game void
        play_game(SLUG, channels, SealedDeal.from_text("end"))
    assert {"close 0", "close 1", "close 2"} <= set(notes)
