"""A policy: how to decide in one game, as a plain function; and the house bot that follows one.

A policy gets a state, the seat that decides and the ids of its legal actions. The state is not the real one: it is
imagined from the seat's view, so everything that the seat cannot know is a guess in it, and a policy that peeks at
hidden cards gains nothing. In return the same function plays a seat and plays on inside a search, where making a
view for every decision would take far too long.
"""

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bots.house.base import Json
from engines import State, engine

Policy = Callable[[Any, int, list[int]], int]
"""``policy(state, seat, legal)`` gives one of the legal ids. The state is of the game that the policy was written
for, and stays as it is. No chance of its own: same state, same answer."""


def game_of(variant: str) -> str:
    """``karmaka`` for ``karmaka-wolf+wolfSeat=2``: a slug begins with its game."""
    return variant.partition("-")[0]


def chance(seed: bytes, request: Json) -> Random:
    """The chance of one decision. It depends on the request's number, so asking twice gives the same answer."""
    digest = hashlib.sha256(seed + b"|%d" % request["number"]).digest()
    return Random(digest)


def legal_ids(request: Json) -> list[int]:
    return [each["id"] for each in request["legal"]]


def imagined(request: Json, rng: Random) -> State:
    """A state that agrees with all that the request shows."""
    view = request["view"]
    return engine(view["game"]).imagine(view, rng)


class PolicyBot:
    """Follows the policy of its game and keeps nothing from one request to the next."""

    def __init__(self, policies: Mapping[str, Policy], variant: str, seed: bytes) -> None:
        self._policy = policies[game_of(variant)]
        self._seed = seed

    def choose(self, request: Json) -> int:
        state = imagined(request, chance(self._seed, request))
        return self._policy(state, request["seat"], legal_ids(request))
