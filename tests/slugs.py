"""Variants for tests that mean every game, whichever there are."""

from collections.abc import Iterator
from itertools import islice

from engines import engines
from engines.errors import UnknownVariantError
from engines.registry import engine as find_engine
from engines.registry import variant as find_variant

SMALLEST = [engine.variants()[0].slug for engine in engines()]
"""The first variant of each game."""
LARGEST = [max(engine.variants(), key=lambda variant: variant.seats).slug for engine in engines()]
"""The first variant of each game with as many seats as it has."""


def _shapes() -> Iterator[str]:
    for engine in engines():
        first: dict[tuple[bool, frozenset[int]], str] = {}
        for variant in engine.variants():
            first.setdefault((bool(variant.options), frozenset(map(len, variant.sides))), variant.slug)
        yield from first.values()


SHAPES = list(_shapes())
"""The first variant of each game for every kind of teams, with and without options: for what takes too long for all."""


TEAMS = [slug for slug in SHAPES if not find_variant(slug).options]
"""The first variant of each game for every kind of teams."""


def _switched() -> Iterator[str]:
    for engine in engines():
        for option in engine.options:
            turned = (_with(variant.slug, option) for variant in engine.variants())
            yield from islice(filter(None, turned), 1)


def _with(slug: str, option: str) -> str:
    """The variant with one switch of the rules turned; empty where it has none such, or is played so anyway."""
    try:
        custom = find_variant(f"{slug}+{option}")
    except UnknownVariantError:
        return ""
    return "" if custom in find_engine(custom.game).variants() else custom.slug


SWITCHED = list(_switched())
"""Every switch of the rules of every game, turned in the first variant that has it."""


def custom_slug(slug: str) -> str:
    """The variant with a switch of the rules that makes it none of the registered ones."""
    rules = find_engine(find_variant(slug).game)
    customs = [f"{slug}+{option}" for option in rules.options]
    return next(custom for custom in customs if find_variant(custom) not in rules.variants())
