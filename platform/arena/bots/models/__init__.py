from arena.bots.models.bot import Bot, competing
from arena.bots.models.roster import RosterChange
from arena.bots.models.version import BotVersion, CheckState

__all__ = ["Bot", "BotVersion", "CheckState", "RosterChange", "competing"]
