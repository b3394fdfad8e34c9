"""The engines play as their oracles do: a few games of every variant.

Many games are compared by command: ``python -m tests.engines.oracles --games 10000``.
"""

import pytest

from tests.engines.oracles.catalogue import all_slugs
from tests.engines.oracles.comparing import compare_game

NUMBERS = (1, 2)
"""In the first all seats have the same temper, in the other each has its own."""


@pytest.mark.parametrize("slug", all_slugs())
def test_the_engine_agrees_with_the_oracle_after_every_decision(slug: str) -> None:
    for number in NUMBERS:
        played = compare_game(slug, number)
        assert played.decisions > 0
