"""Which games have an oracle."""

from functools import cache
from importlib import import_module

from engines.registry import names
from tests.engines.oracles.interface import Game

GAMES = tuple(names())
"""All of ours: one without an oracle fails."""


@cache
def oracle_of(game: str) -> Game:
    oracle = import_module(f"tests.engines.oracles.{game}").ORACLE
    assert isinstance(oracle, Game)
    return oracle


def all_slugs() -> list[str]:
    return [slug for game in GAMES for slug in oracle_of(game).slugs]
