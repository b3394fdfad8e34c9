"""Sealed deals: everybody can check afterwards that the cards were fixed before the first move.

The commitment is published before the game, seed and salt after it. To check one by hand::

    printf '%s|%s' "$SEED" "$SALT" | sha256sum
"""

import hashlib
import secrets
from dataclasses import dataclass

from engines import Deal

SEED_BYTES = 32
"""As long as a hash of SHA-256, through which all chance is drawn from it: more would add nothing."""
SALT_BYTES = 16
"""Nobody can guess them and try the guess against the published commitment while the block is played."""


@dataclass(frozen=True)
class SealedDeal:
    """The secret of one game. The salt is new for every game, so that games of one deal cannot be told by sight."""

    seed: bytes
    salt: bytes

    def __post_init__(self) -> None:
        if len(self.seed) < 16 or len(self.salt) < 16:
            raise ValueError("Seed and salt of a sealed deal need at least 16 bytes each.")

    @staticmethod
    def fresh(seed: bytes | None = None) -> "SealedDeal":
        """A deal nobody knows, or a known seed under a new salt."""
        return SealedDeal(seed or secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SALT_BYTES))

    @staticmethod
    def repeatable(seed: bytes, block: int, game: int) -> "SealedDeal":
        """A known seed under a salt that is the same again for this game of this block. Not secret."""
        salt = hashlib.sha256(b"salt|" + seed + f"|{block}|{game}".encode()).digest()[:SALT_BYTES]
        return SealedDeal(seed, salt)

    @staticmethod
    def from_text(text: str) -> "SealedDeal":
        """A repeatable deal for tests and examples. Not secret."""
        return SealedDeal(Deal.from_text(text).seed, hashlib.sha256(f"salt of {text}".encode()).digest()[:SALT_BYTES])

    @property
    def commitment(self) -> str:
        return commitment(self.seed, self.salt)

    def deal(self) -> Deal:
        return Deal(self.seed)

    def bot_random(self, seat: int) -> str:
        """A seat's own randomness, so that a bot's games can be repeated exactly.

        Made from the salt, not the seed: it differs from game to game of a block and says nothing of the cards.
        """
        return hashlib.sha256(b"bot|" + self.salt + b"|" + str(seat).encode()).hexdigest()[:16]


def commitment(seed: bytes, salt: bytes) -> str:
    return hashlib.sha256(f"{seed.hex()}|{salt.hex()}".encode()).hexdigest()
