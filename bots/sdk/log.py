"""Notes to yourself: they go to stderr, and the arena keeps the end of it for you alone."""

import sys


def log(*parts: object) -> None:
    """Like ``print``, for the owner of the bot. Shown by ``arena play`` and in the report of a failed game."""
    print(*parts, file=sys.stderr, flush=True)
