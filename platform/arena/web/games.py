"""The three games as visitors meet them: a name, a sentence, how many sit at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class GameIntroduction:
    slug: str
    """The engine's name; also the suffix of the game's style classes."""
    name: str
    sentence: _StrPromise
    seats: _StrPromise
    skill: _StrPromise

    @property
    def art(self) -> str:
        return f"art/{self.slug}.svg"


GAMES = (
    GameIntroduction(
        "karma",
        "Karma",
        _("Be rid of your cards: hand, then table, then the three you have never seen. The last to hold any loses."),
        _("2 to 6 seats"),
        _("timing and tempo"),
    ),
    GameIntroduction(
        "karmaka",
        "Karmaka",
        _("Climb from Dung Beetle to Transcendence. Every deed you play on a rival may be theirs in the next life."),
        _("2 to 4 seats, also in teams"),
        _("planning ahead"),
    ),
    GameIntroduction(
        "diamoniak",
        "Diamoniak",
        _("Turn cards and build a castle of six parts. Stop in time: one witch and the turn is gone."),
        _("2 to 4 seats"),
        _("pushing your luck"),
    ),
)
