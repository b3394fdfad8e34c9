"""All house bots by name, weakest first, and which of them play which game.

A house bot that comes to play differently gets a further version, and the older ones stay: they are anchors of ladders
and entrants of tournaments, where a version once chosen plays to the end.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from bots.house.base import HouseBot
from bots.house.generic import hooks_of
from bots.house.policy import PolicyBot
from bots.house.search import SearchBot
from bots.house.uniform import RandomBot
from engines import variant as find_variant
from engines.house import House
from engines.registry import game as find_game

Maker = Callable[[bytes], HouseBot]
"""Makes a bot for one game from a seed."""


def _random(house: House) -> Maker:
    return RandomBot


def _greedy(house: House) -> Maker | None:
    return partial(PolicyBot, house.greedy) if house.greedy else None


def _expert(house: House) -> Maker | None:
    return partial(PolicyBot, house.expert) if house.expert else None


def _search(house: House) -> Maker:
    return partial(SearchBot, hooks_of(house))


def _first_search(house: House) -> Maker:
    return partial(SearchBot, hooks_of(house), grows_trees=False)


_BOTS: Final[dict[str, dict[int, Callable[[House], Maker | None]]]] = {
    "random": {1: _random},
    "greedy": {1: _greedy},
    "expert": {1: _expert},
    "search": {1: _first_search, 2: _search},
}


def names(game: str | None = None) -> list[str]:
    """The house bots that play a game, or all of them. ``random`` and ``search`` play every game."""
    if game is None:
        return list(_BOTS)
    house = find_game(game).policies()
    return [name for name, versions in _BOTS.items() if max(versions.items())[1](house)]


def searches(name: str) -> bool:
    """It thinks for as long as its clock allows, where others answer at once."""
    return name == "search"


def versions(name: str) -> list[int]:
    """Oldest first. Raises ``KeyError`` with a sentence for a name that is not there."""
    if name not in _BOTS:
        raise KeyError(f"There is no house bot called {name!r}. House bots: {', '.join(_BOTS)}.")
    return list(_BOTS[name])


def create(name: str, variant: str, seed: bytes, version: int | None = None) -> HouseBot:
    """A fresh bot for one game of a variant, of the newest version unless told. Raises ``KeyError`` as above."""
    known = versions(name)
    if version is not None and version not in known:
        raise KeyError(f"There is no version {version} of the house bot {name!r}, only {', '.join(map(str, known))}.")
    game = find_game(find_variant(variant).game)
    maker = _BOTS[name][version or known[-1]](game.policies())
    if maker is None:
        raise KeyError(
            f"The house bot {name!r} does not play {game.title}. House bots that do: {', '.join(names(game.name))}."
        )
    return maker(seed)
