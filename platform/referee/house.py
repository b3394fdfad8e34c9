"""The house bots, where they are installed."""

from importlib import import_module
from importlib.util import find_spec

from bots.house.base import HouseBot, HouseRegistry


def registry() -> HouseRegistry | None:
    """``bots.house.registry``, or None in an installation without house bots."""
    if find_spec("bots.house.registry") is None:
        return None
    module: HouseRegistry = import_module("bots.house.registry")
    return module


def names(game: str | None = None) -> list[str]:
    """The house bots that play a game, or all of them; none where none are installed."""
    house = registry()
    return house.names(game) if house else []


def create(name: str, variant: str, seed: bytes) -> HouseBot:
    house = registry()
    if house is None:
        raise LookupError("No house bots are installed.")
    return house.create(name, variant, seed)
