"""All house bots by name, weakest first.

A house bot that comes to play differently gets a further version, and the older ones stay: they are anchors of ladders
and entrants of tournaments, where a version once chosen plays to the end.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from bots.house.base import HouseBot
from bots.house.expert import EXPERT
from bots.house.greedy import GREEDY
from bots.house.policy import PolicyBot
from bots.house.search import SearchBot
from bots.house.search_hooks import SEARCH
from bots.house.uniform import RandomBot

_BOTS: Final[dict[str, dict[int, Callable[[str, bytes], HouseBot]]]] = {
    "random": {1: RandomBot},
    "greedy": {1: partial(PolicyBot, GREEDY)},
    "expert": {1: partial(PolicyBot, EXPERT)},
    "search": {1: partial(SearchBot, SEARCH, grows_trees=False), 2: partial(SearchBot, SEARCH)},
}


def names() -> list[str]:
    return list(_BOTS)


def versions(name: str) -> list[int]:
    """Oldest first. Raises ``KeyError`` with a sentence for a name that is not there."""
    if name not in _BOTS:
        raise KeyError(f"There is no house bot called {name!r}. House bots: {', '.join(_BOTS)}.")
    return list(_BOTS[name])


def create(name: str, variant: str, seed: bytes, version: int | None = None) -> HouseBot:
    """A fresh bot for one game of a variant, of the newest version unless told. Raises ``KeyError`` as above."""
    known = versions(name)
    if version is not None and version not in known:
        raise KeyError(f"There is no version {version} of the house bot {name!r}, only {', '.join(map(str, known))}.")
    return _BOTS[name][version or known[-1]](variant, seed)
