"""All chance of a game, fixed by one secret seed and split into named streams.

A stream is SHA-256 in counter mode over (seed, name): equal on every machine and Python version, and nobody can
work back from the cards seen to the seed. Streams are independent: how often one of them is read never moves
another, so one seat's choices do not shift another seat's luck.
"""

import hashlib
from typing import Final

_WORDS: Final = 0x1_0000_0000
_BLOCK_SIZE: Final = 32
"""Bytes of a SHA-256 hash, eight words."""
_EMPTY_HASH: Final = hashlib.sha256()
"""Copied for every hash: half the time of a new one, which looks its algorithm up by name."""


def _sha256(data: bytes) -> bytes:
    block = _EMPTY_HASH.copy()
    block.update(data)
    return block.digest()


class Stream:
    """Random numbers of one purpose, e.g. the first shuffle or the k-th reshuffle."""

    def __init__(self, seed: bytes, name: str) -> None:
        self._key = _sha256(len(seed).to_bytes(4, "big") + seed + name.encode())
        self._blocks = 0
        self._block = b""
        self._used = _BLOCK_SIZE
        """How many bytes of the present block are gone."""

    def _word(self) -> int:
        """The next four bytes, the highest first."""
        if self._used == _BLOCK_SIZE:
            self._block = _sha256(self._key + self._blocks.to_bytes(8, "big"))
            self._blocks += 1
            self._used = 0
        block = self._block
        at = self._used
        self._used = at + 4
        return ((block[at] * 256 + block[at + 1]) * 256 + block[at + 2]) * 256 + block[at + 3]

    def below(self, limit: int) -> int:
        """A uniform number 0..limit-1, without the bias of a plain remainder."""
        if not 0 < limit <= _WORDS:
            raise ValueError(f"below() needs a limit from 1 to 2**32, not {limit}.")
        word = self._word()
        # The words that would favour small numbers are fewer than ``limit``, so nearly always the first test is enough.
        while word >= _WORDS - limit and word >= _WORDS - _WORDS % limit:
            word = self._word()
        return word % limit

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place (Fisher-Yates from the end)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card


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
        return Deal(_sha256(text.encode()))

    def stream(self, *name: str | int) -> Stream:
        return Stream(self.seed, "/".join([str(part) for part in name]))
