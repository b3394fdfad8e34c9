"""The same deal, other seats: the games of a finished block side by side, and what each bot made of each hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from arena.matches.models import Game
from arena.replays.access import has_frames
from arena.web.replays.ending import shares


@dataclass(frozen=True)
class Sitting:
    """A bot at one of the tables."""

    bot: str
    tint: int
    seat: int
    rank: int | None


@dataclass(frozen=True)
class Board:
    """One of the tables."""

    pk: int
    """Of the game."""
    sittings: tuple[Sitting, ...]

    @property
    def tints(self) -> str:
        return json.dumps([sitting.tint for sitting in self.sittings])


@dataclass(frozen=True)
class Line:
    """One bot at all tables."""

    bot: str
    tint: int
    sittings: tuple[tuple[Sitting, ...], ...]
    """By table; it may hold several seats at one."""
    points: float


@dataclass(frozen=True)
class SameDeal:
    """Plain values, so that they can be kept."""

    variant: str
    boards: list[Board]
    lines: list[Line]
    """The best first."""


def same_deal(siblings: Sequence[Game]) -> SameDeal:
    """Of the games of a finished block, with their seats; those without a replay are left out."""
    played = [game for game in siblings if has_frames(game)]
    tints: dict[int, int] = {}
    for game in played:
        for seat in game.seats.all():
            tints.setdefault(seat.entrant_id, len(tints))
    boards = [
        Board(
            game.pk,
            tuple(
                Sitting(seat.version.bot.name, tints[seat.entrant_id], seat.seat, seat.rank)
                for seat in game.seats.all()
            ),
        )
        for game in played
    ]
    return SameDeal(siblings[0].variant, boards, _lines(played, boards, tints))


def _lines(played: Sequence[Game], boards: Sequence[Board], tints: dict[int, int]) -> list[Line]:
    return [
        Line(
            bot=share.name,
            tint=tints[share.entrant],
            sittings=tuple(
                tuple(sitting for sitting in board.sittings if sitting.tint == tints[share.entrant]) for board in boards
            ),
            points=share.points,
        )
        for share in shares(played)
    ]
