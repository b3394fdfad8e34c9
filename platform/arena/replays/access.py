"""Who may see what of a game: the only place that says so, for pages and the API alike.

The public view always. A seat's view only for its owner until the block is finished: the other games of the block use
the same deal. All cards afterwards. What a program was asked, answered and wrote is its owner's for ever, and staff's.
"""

from __future__ import annotations

from enum import StrEnum

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Game, GameState, Seat
from arena.replays.perspective import Perspective


class Part(StrEnum):
    """What of a seat is not for everybody."""

    VIEW = "view"
    """Its cards and choices, as a replay shows them."""
    LOG = "log"
    """What its program was asked, answered and wrote, and how it ended: the evidence of a fault too."""


def may_see(user: User | None, part: Part, seat: Seat) -> bool:
    """The seat should come with its game's block and its version's bot."""
    if may_read_logs(user, seat.version.bot):
        return True
    return part is Part.VIEW and is_open(seat.game)


def may_read_logs(user: User | None, bot: Bot) -> bool:
    """Logs and evidence of all its games, and the reports of its checks: they quote its program's words."""
    return bot.belongs_to(user)


def has_frames(game: Game) -> bool:
    """Is there a played game to look at?"""
    return game.state == GameState.DONE and game.replay_id is not None


def is_open(game: Game) -> bool:
    """May everybody see all cards, and download the replay with the deal in it?"""
    return has_frames(game) and game.block.is_finished


def seats_with_clocks(game: Game, user: User | None) -> set[int]:
    """The seats whose times this visitor may see. How long a program thought hints at what it held, and others may
    still have the same deal before them. Times outlive the replay, so this does not ask for one."""
    seats = game.seats.all()
    return {seat.seat for seat in seats if game.block.is_finished or may_read_logs(user, seat.version.bot)}


def perspectives(game: Game, user: User | None) -> list[Perspective]:
    """What this visitor may choose from, the widest first. The game's seats should be prefetched with their bots."""
    seats = [seat.seat for seat in game.seats.all() if may_see(user, Part.VIEW, seat)]
    shown = [Perspective.public(), *(Perspective(seat) for seat in sorted(seats))]
    return [Perspective.everything(), *shown] if is_open(game) else shown


def seats_with_logs(game: Game, user: User | None) -> list[Seat]:
    """The seats whose logs and evidence this visitor may read."""
    return [seat for seat in game.seats.all() if may_see(user, Part.LOG, seat)]
