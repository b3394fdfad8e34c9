"""Variants for tests that mean every game, whichever there are."""

from engines import engines

SMALLEST = [engine.variants()[0].slug for engine in engines()]
"""The first variant of each game."""
