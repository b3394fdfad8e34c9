"""Bot versions as channels that the referee can play with. One per worker process.

Jails of the versions used last stay open, so that the next game of a version starts warm. Every game still gets a
fresh process with fresh memory; the jail itself never sees a game's data.
"""

import hashlib
from collections import OrderedDict
from functools import cache

from arena.bots.actions.house import house_player
from arena.bots.builds import built_program
from arena.bots.models import BotVersion
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.entrants import ProgramEntrant

MAX_OPEN_JAILS = 8
"""A warm Python jail holds some 10 MB."""


class Players:
    def __init__(self) -> None:
        self._open: OrderedDict[int, ProgramEntrant] = OrderedDict()

    def channel(self, version: BotVersion, variant: str, seed: bytes) -> Channel:
        """A bot for one seat of one game. ``seed`` is the chance of a house bot, and of nobody else."""
        label = f"v{version.number}"
        if version.bot.is_house:
            channel = InProcessChannel(house_player(version, variant, seed), version.bot.name)
            channel.version = label
            return channel
        return self._entrant(version, label).open(variant)

    def _entrant(self, version: BotVersion, label: str) -> ProgramEntrant:
        if version.pk in self._open:
            self._open.move_to_end(version.pk)
            return self._open[version.pk]
        entrant = ProgramEntrant(built_program(version), version.bot.name, label)
        self._open[version.pk] = entrant
        while len(self._open) > MAX_OPEN_JAILS:
            _, oldest = self._open.popitem(last=False)
            oldest.close()
        return entrant

    def forget(self, version_id: int) -> None:
        """Close a jail that misbehaved; the next game opens a new one."""
        if (entrant := self._open.pop(version_id, None)) is not None:
            entrant.close()


@cache
def players() -> Players:
    """Made on first use: a pool of processes forks before it plays, and a jail belongs to the one that opened it."""
    return Players()


def house_seed(block_seed: bytes, salt: bytes, seat: int) -> bytes:
    """A retry of the same game gives the house bots the same chance, and no other game the same."""
    return hashlib.sha256(block_seed + salt + b"house|%d" % seat).digest()
