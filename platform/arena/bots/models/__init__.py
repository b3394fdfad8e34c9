from arena.bots.models.bot import Bot, competing
from arena.bots.models.delivery import CheckDelivery
from arena.bots.models.large_file import LargeFile
from arena.bots.models.roster import RosterChange
from arena.bots.models.use import Use, UseKind
from arena.bots.models.version import BotVersion, CheckState

__all__ = [
    "Bot",
    "BotVersion",
    "CheckDelivery",
    "CheckState",
    "LargeFile",
    "RosterChange",
    "Use",
    "UseKind",
    "competing",
]
