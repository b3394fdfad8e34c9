"""Through whose eyes a game is watched: everybody's, one seat's, or with all cards face up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engines import PUBLIC

_ALL = -2
"""Beside ``PUBLIC`` (-1) and the seats from 0; never leaves this module as a number."""


@dataclass(frozen=True)
class Perspective:
    """``Perspective.parse("3")`` is the fourth seat's; ``Perspective.public()`` hides what a spectator may not see."""

    seat: int
    """A seat, ``engines.PUBLIC``, or a value of this module's own for all cards."""

    words: ClassVar[dict[str, int]] = {"public": PUBLIC, "all": _ALL}

    @classmethod
    def public(cls) -> Perspective:
        return cls(PUBLIC)

    @classmethod
    def everything(cls) -> Perspective:
        return cls(_ALL)

    @classmethod
    def parse(cls, text: str) -> Perspective | None:
        """As in an address; None for anything that is no perspective."""
        if text in cls.words:
            return cls(cls.words[text])
        is_seat = text.isascii() and text.isdecimal() and len(text) == 1
        return cls(int(text)) if is_seat else None

    @property
    def is_public(self) -> bool:
        return self.seat == PUBLIC

    @property
    def shows_all(self) -> bool:
        return self.seat == _ALL

    def knows(self, seat: int) -> bool:
        """May this perspective see what that seat sees, chooses and how long it thinks?"""
        return self.shows_all or self.seat == seat

    def __str__(self) -> str:
        words = {value: word for word, value in self.words.items()}
        return words.get(self.seat, str(self.seat))
