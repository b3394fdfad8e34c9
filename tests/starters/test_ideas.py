"""The idea of the kits is simple, but it is an idea: it beats chance in every game."""

from typing import Any

import pytest

from bots.sdk import Request
from bots.starters.python.bot import Starter
from referee import house
from referee.deal import SealedDeal
from referee.game import play_game
from tests.referee.cast import seat
from tests.slugs import SMALLEST

Json = dict[str, Any]
DEALS = 15


class Kit:
    """The Python kit as a bot of this process."""

    def choose(self, request: Json) -> int:
        return Starter().choose(Request.read(request)).id


@pytest.mark.parametrize("slug", SMALLEST)
def test_it_beats_chance(slug: str) -> None:
    wins = 0.0
    for number in range(DEALS):
        for place in (0, 1):
            chance = house.create("random", slug, f"{number} {place}".encode())
            kit = Kit()
            channels = [seat(kit if at == place else chance, ours=True) for at in (0, 1)]
            ranks = play_game(slug, channels, SealedDeal.from_text(f"idea {number}")).ranks
            wins += 0.5 + 0.5 * ((ranks[place] < ranks[1 - place]) - (ranks[place] > ranks[1 - place]))
    assert wins / (2 * DEALS) > 0.7
