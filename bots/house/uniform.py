"""The weakest anchor: every legal action is as good as any other."""

import random

from bots.house.base import Json


class RandomBot:
    def __init__(self, seed: bytes) -> None:
        self._rng = random.Random(seed)

    def choose(self, request: Json) -> int:
        chosen: int = self._rng.choice(request["legal"])["id"]
        return chosen
