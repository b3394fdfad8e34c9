"""The rules of the games as pure code. Start at ``engines.interface``."""

from engines.compiled import choose_form

choose_form(__path__)

from engines.chance import Deal, Stream
from engines.interface import NOBODY, PUBLIC, Engine, State
from engines.registry import engine, engines, new_game, replay, restore, variant, variants
from engines.variants import RankPolicy, Variant

__all__ = [
    "NOBODY",
    "PUBLIC",
    "Deal",
    "Engine",
    "RankPolicy",
    "State",
    "Stream",
    "Variant",
    "engine",
    "engines",
    "new_game",
    "replay",
    "restore",
    "variant",
    "variants",
]
