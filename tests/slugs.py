"""Variants for tests that mean every game, whichever there are."""

from collections.abc import Iterator

from engines import engines

SMALLEST = [engine.variants()[0].slug for engine in engines()]
"""The first variant of each game."""


def _shapes() -> Iterator[str]:
    for engine in engines():
        first: dict[tuple[bool, frozenset[int]], str] = {}
        for variant in engine.variants():
            first.setdefault((bool(variant.options), frozenset(map(len, variant.sides))), variant.slug)
        yield from first.values()


SHAPES = list(_shapes())
"""The first variant of each game for every kind of teams, with and without options: for what takes too long for all."""
