"""Bot versions as channels that the referee can play with. One per worker process.

Jails of the versions used last stay open, so that the next game of a version starts warm. Every game still gets a
fresh process with fresh memory; the jail itself never sees a game's data.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache

from django.conf import settings

from arena.bots.actions.house import house_player
from arena.bots.builds import built_program
from arena.bots.conditions import conditions
from arena.bots.models import BotVersion
from arena.matches.actions.claim import Batch
from arena.matches.models import MatchKind
from arena.matches.sql.claiming import HeldGame
from arena.matches.sql.doors import READABLE
from bots.house.base import HouseBot, Json
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.entrants import ProgramEntrant
from referee.record import GameRecord

MAX_OPEN_JAILS = 8
"""A warm Python jail holds some 10 MB."""


class Players:
    def __init__(self) -> None:
        self._open: OrderedDict[int, ProgramEntrant] = OrderedDict()

    def channel(self, version: BotVersion, variant: str, seed: bytes, house_ms: int | None = None) -> Channel:
        """A bot for one seat of one game. ``seed`` is the chance of a house bot, and of nobody else.

        ``house_ms`` is how long a house bot may think about a decision, where that is less than the clock allows.
        """
        label = f"v{version.number}"
        if version.bot.is_house:
            bot = house_player(version, variant, seed)
            channel = InProcessChannel(bot if house_ms is None else Hurried(bot, house_ms), version.bot.name)
            channel.version = label
            return channel
        return self._entrant(version, label).open(variant)

    def _entrant(self, version: BotVersion, label: str) -> ProgramEntrant:
        if version.pk in self._open:
            self._open.move_to_end(version.pk)
            return self._open[version.pk]
        entrant = ProgramEntrant(built_program(version), version.bot.name, label, conditions().limits)
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


class Hurried:
    """A house bot that is shown a shorter clock than the game's."""

    def __init__(self, bot: HouseBot, decision_ms: int) -> None:
        self._bot = bot
        self._decision_ms = decision_ms

    def choose(self, request: Json) -> int:
        clock = request["clock"]
        shown = {**clock, "decision_ms": min(clock["decision_ms"], self._decision_ms)}
        return self._bot.choose({**request, "clock": shown})


class Line:
    """The versions that play in a batch, looked up once for all its games."""

    def __init__(self, versions: Mapping[int, BotVersion], house_ms: int | None) -> None:
        self._versions = versions
        self._house_ms = house_ms

    def channels(self, game: HeldGame) -> list[Channel]:
        return [
            players().channel(
                self._versions[version], game.variant, house_seed(game.seed, game.salt, seat), self._house_ms
            )
            for seat, version in enumerate(game.versions)
        ]

    def forget_failed(self, game: HeldGame, record: GameRecord) -> None:
        for fault in record.faults:
            players().forget(game.versions[fault.seat])


def line_up(batch: Batch) -> Line:
    wanted = {version for game in batch.games for version in game.versions}
    # No more columns than the database lets a restricted worker read: arena.matches.sql.doors.
    columns = [*READABLE["bots_botversion"], *(f"bot__{name}" for name in READABLE["bots_bot"])]
    versions = BotVersion.objects.select_related("bot").only(*columns).in_bulk(wanted)
    return Line(versions, settings.LADDER_HOUSE_MS if batch.kind == MatchKind.LADDER else None)
