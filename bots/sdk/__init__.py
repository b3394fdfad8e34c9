"""Write a bot in Python: subclass ``Bot``, implement ``choose``, call ``run``.

    from bots.sdk import Action, Bot, Request


    class Cautious(Bot):
        def choose(self, request: Request) -> Action:
            return request.legal[0]


    if __name__ == "__main__":
        Cautious().run()

The same import works on your machine and in the arena: uploads need not ship the SDK. It uses the standard library
only. ``bots.sdk.search`` is there when you want more, and each game has types for its view (``engines.karma.sdk``).
"""

from bots.sdk.bot import Bot
from bots.sdk.log import log
from bots.sdk.messages import Action, Clock, End, Hello, Request

__all__ = ["Action", "Bot", "Clock", "End", "Hello", "Request", "log"]
