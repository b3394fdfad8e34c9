"""A first game that teaches by playing: which table is laid, and what is said at it when its moment comes.

A game names its lesson in a module of its own (``lesson`` of its declaration), as it does with the policies of the
house bots. Texts are plain English, which the game's catalogues translate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Moment:
    """A decision of the person, as the person sees it; the last one is the end of the game, with no decision."""

    view: dict[str, Any]
    decision: str
    """As in the rules of the game; empty when it is over."""
    legal: tuple[str, ...]
    """The names of the legal actions."""
    number: int
    """How many decisions the person has made before."""

    @property
    def own(self) -> dict[str, Any]:
        """What lies before the person."""
        seat: dict[str, Any] = self.view["seats"][self.view["seat"]]
        return seat


@dataclass(frozen=True)
class Remark:
    """Said once, before the first decision for which ``when`` is true."""

    text: str
    when: Callable[[Moment], bool]


@dataclass(frozen=True)
class Lesson:
    """The person sits in seat 0. At each decision at most one remark is made: the first that is due."""

    variant: str
    deal: str
    """The words that the deal is made of: the same cards for everybody who learns."""
    house: str
    """Who sits in all other seats."""
    remarks: tuple[Remark, ...]


def due(lesson: Lesson, moment: Moment, said: set[int]) -> int | None:
    """The number of the remark to make now."""
    fitting = (number for number, remark in enumerate(lesson.remarks) if number not in said and remark.when(moment))
    return next(fitting, None)
