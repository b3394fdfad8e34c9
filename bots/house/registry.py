"""All house bots by name, weakest first."""

from collections.abc import Callable

from bots.house.base import HouseBot
from bots.house.uniform import RandomBot

_BOTS: dict[str, Callable[[str, bytes], HouseBot]] = {"random": RandomBot}


VERSION = 1
"""Raised when a house bot plays differently: it is then another rated identity."""


def names() -> list[str]:
    return list(_BOTS)


def create(name: str, variant: str, seed: bytes) -> HouseBot:
    """A fresh bot for one game."""
    if name not in _BOTS:
        raise LookupError(f"There is no house bot called {name!r}. House bots: {', '.join(_BOTS)}.")
    return _BOTS[name](variant, seed)
