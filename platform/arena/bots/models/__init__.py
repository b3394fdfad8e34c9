from arena.bots.models.bot import Bot, competing
from arena.bots.models.version import BotVersion, CheckState

__all__ = ["Bot", "BotVersion", "CheckState", "competing"]
