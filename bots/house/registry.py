"""All house bots by name, weakest first."""

from collections.abc import Callable
from functools import partial

from bots.house.base import HouseBot
from bots.house.expert import EXPERT
from bots.house.greedy import GREEDY
from bots.house.policy import PolicyBot
from bots.house.search import SearchBot
from bots.house.search_hooks import SEARCH
from bots.house.uniform import RandomBot

_BOTS: dict[str, Callable[[str, bytes], HouseBot]] = {
    "random": RandomBot,
    "greedy": partial(PolicyBot, GREEDY),
    "expert": partial(PolicyBot, EXPERT),
    "search": partial(SearchBot, SEARCH),
}


def names() -> list[str]:
    return list(_BOTS)


def create(name: str, variant: str, seed: bytes) -> HouseBot:
    """A fresh bot for one game of a variant. Raises ``KeyError`` with a sentence for a name that is not there."""
    if name not in _BOTS:
        raise KeyError(f"There is no house bot called {name!r}. House bots: {', '.join(_BOTS)}.")
    return _BOTS[name](variant, seed)
