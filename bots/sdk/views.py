"""The types of all games' views under one roof, where the bots of earlier releases look for them.

Import them from the game's own module, ``engines.karma.sdk``: editors find every field there, and only that game's
engine is loaded.
"""

from importlib import import_module
from typing import Any

from engines.registry import games
from engines.sdk import WrongGameError

__all__ = ["WrongGameError"]


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):
        for game in games():
            module = import_module(game.sdk) if game.sdk else None
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"No game has a type or a function {name!r} for its view.")
