"""Who may watch a game through whose eyes.

The public view always. A seat's view only for its owner until the block is finished: the other games of the block use
the same deal. All cards afterwards.
"""

from __future__ import annotations

from arena.accounts.models import User
from arena.matches.models import Game, GameState
from arena.replays.perspective import Perspective


def has_frames(game: Game) -> bool:
    """Is there a played game to look at?"""
    return game.state == GameState.DONE and game.replay_id is not None


def is_open(game: Game) -> bool:
    """May everybody see all cards, and download the replay with the deal in it?"""
    return has_frames(game) and game.block.is_finished


def perspectives(game: Game, user: User | None) -> list[Perspective]:
    """What this visitor may choose from, the widest first. The game's seats should be prefetched with their bots."""
    seats = [seat.seat for seat in game.seats.all() if is_open(game) or seat.version.bot.belongs_to(user)]
    shown = [Perspective.public(), *(Perspective(seat) for seat in sorted(seats))]
    return [Perspective.everything(), *shown] if is_open(game) else shown
