"""What a house bot is: an object that answers the same requests as a program behind pipes.

House bots are ours, so they run inside the referee's process: no pipes, no sandbox. They still see nothing but the
request, exactly the JSON object that an uploaded program reads (``docs/bot-authors/protocol.md``).
"""

from typing import Any, Protocol

Json = dict[str, Any]


class HouseBot(Protocol):
    """One house bot in one seat of one game; made anew for every game.

    It may be put into a game half-way, when the program in that seat failed. So decide from ``request["view"]``
    alone; what was remembered from earlier requests may only make the bot faster, never decide whether it works.
    """

    def choose(self, request: Json) -> int:
        """The id of one of ``request["legal"]``. Stay within ``request["clock"]["decision_ms"]``."""


class HouseRegistry(Protocol):
    """What the referee calls of ``bots.house.registry``."""

    def names(self, game: str | None = None) -> list[str]:
        """Those that play a game (or any), weakest first: ``["random", "greedy", "expert", "search"]``.

        People write ``house:greedy``.
        """

    def create(self, name: str, variant: str, seed: bytes, version: int | None = None) -> HouseBot:
        """A fresh bot for one game, of the newest version unless told. All its chance comes from ``seed``.

        Raises ``KeyError`` with a sentence for a name that is not in ``names()``, or does not play the game.
        """
