"""Who plays on for a bot that failed in a game that must go on."""

import hashlib
from collections.abc import Callable

from bots.house.base import HouseBot, Json
from engines import variant as find_variant
from referee import house

Substitute = Callable[[str, bytes], HouseBot]
"""Makes a house bot from a variant's slug and a seed."""

NAMES = ("expert", "greedy")
"""Sensible and as quick as any: a weak stand-in would hand the game to its neighbour. The first that plays the game."""


class AnyLegal:
    """Where no such house bot plays the game: a legal choice from the seed, nothing more."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def choose(self, request: Json) -> int:
        """A choice that depends on the request's number only, so that asking twice gives the same answer."""
        legal = request["legal"]
        digest = hashlib.sha256(self._seed + str(request["number"]).encode()).digest()
        return int(legal[int.from_bytes(digest[:8], "big") % len(legal)]["id"])


def house_substitute(variant: str, seed: bytes) -> HouseBot:
    """The house's stand-in for a variant."""
    known = house.names(find_variant(variant).game)
    chosen = next((name for name in NAMES if name in known), None)
    return house.create(chosen, variant, seed) if chosen else AnyLegal(seed)
