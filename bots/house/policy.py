"""The house bot that follows a game's policy, and what every house bot does with a request."""

import hashlib
from random import Random

from bots.house.base import Json
from engines import State, engine
from engines.house import Policy


def chance(seed: bytes, request: Json) -> Random:
    """The chance of one decision. It depends on the request's number, so asking twice gives the same answer."""
    digest = hashlib.sha256(seed + b"|%d" % request["number"]).digest()
    return Random(digest)


def legal_ids(request: Json) -> list[int]:
    return [action["id"] for action in request["legal"]]


def only_action(request: Json) -> int:
    """The answer where hidden cards leave no choice: nothing to think about."""
    action: int = request["legal"][0]["id"]
    return action


def imagined(request: Json, rng: Random) -> State:
    """A state that agrees with all that the request shows."""
    view = request["view"]
    return engine(view["game"]).imagine(view, rng)


class PolicyBot:
    """Follows a policy and keeps nothing from one request to the next."""

    def __init__(self, policy: Policy, seed: bytes) -> None:
        self._policy = policy
        self._seed = seed

    def choose(self, request: Json) -> int:
        if len(request["legal"]) == 1:
            return only_action(request)
        state = imagined(request, chance(self._seed, request))
        return self._policy(state, request["seat"], legal_ids(request))
