"""All chance of a game, fixed by one secret seed and split into named streams.

A stream is SHA-256 in counter mode over (seed, name): equal on every machine and Python version, and nobody can
work back from the cards seen to the seed. Streams are independent: how often one of them is read never moves
another, so one seat's choices do not shift another seat's luck.
"""

import hashlib
from struct import Struct
from typing import Final

_EIGHT_WORDS: Final = Struct(">8I")


class Stream:
    """Random numbers of one purpose, e.g. the first shuffle or the k-th reshuffle."""

    def __init__(self, seed: bytes, name: str) -> None:
        self._key = hashlib.sha256(len(seed).to_bytes(4, "big") + seed + name.encode()).digest()
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._words = list(reversed(_EIGHT_WORDS.unpack(block)))
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A uniform number 0..limit-1, without the bias of a plain remainder."""
        if not 0 < limit <= 0x1_0000_0000:
            raise ValueError(f"below() needs a limit from 1 to 2**32, not {limit}.")
        fair = 0x1_0000_0000 - 0x1_0000_0000 % limit
        while True:
            word = self._word()
            if word < fair:
                return word % limit

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place (Fisher-Yates from the end)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class Deal:
    """The seed of one game. ``stream`` opens a fresh stream from its beginning, as often as one likes."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) < 16:
            raise ValueError(f"A deal needs a seed of at least 16 bytes, not {len(seed)}.")
        self.seed = seed

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and deepcopy, which compiled classes lack."""
        return (Deal, (self.seed,))

    @staticmethod
    def from_text(text: str) -> "Deal":
        """A deal from any text, for tests and examples: ``Deal.from_text("tutorial")``."""
        return Deal(hashlib.sha256(text.encode()).digest())

    def stream(self, *name: str | int) -> Stream:
        return Stream(self.seed, "/".join(str(part) for part in name))
