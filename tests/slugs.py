"""Variants for tests that mean every game, whichever there are."""

from collections.abc import Iterator

from engines import engines
from engines.registry import engine as find_engine
from engines.registry import variant as find_variant

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


def custom_slug(slug: str) -> str:
    """The variant with a switch of the rules that makes it none of the registered ones."""
    rules = find_engine(find_variant(slug).game)
    customs = [f"{slug}+{option}" for option in rules.options]
    return next(custom for custom in customs if find_variant(custom) not in rules.variants())
