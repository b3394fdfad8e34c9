"""The engines play as their oracles do: a few games of every variant.

Many games are compared by command: ``python -m tests.engines.oracles --games 10000``.
"""

import pytest

from tests.engines.oracles.catalogue import all_slugs
from tests.engines.oracles.comparing import compare_game

GAMES = 4
"""Game numbers fix the tempers: the first two have one for all seats, the others one for each."""


@pytest.mark.parametrize("slug", all_slugs())
def test_the_engine_agrees_with_the_oracle_after_every_decision(slug: str) -> None:
    for number in range(GAMES):
        played = compare_game(slug, number)
        assert played.decisions > 0
