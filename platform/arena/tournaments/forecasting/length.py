"""How many games a stage takes that is not paired yet: what stands on a page as time left."""

from dataclasses import replace
from zlib import crc32

import numpy as np
from django.core.cache import cache

from arena.tournaments.forecasting.known import lengths_of, model_of
from arena.tournaments.models import Tournament
from arena.tournaments.planning.forecast.field import Field
from arena.tournaments.planning.forecast.simulate import simulate
from arena.tournaments.planning.shrinking import promised_qualifiers

WORLDS = 16
"""A mean for an estimate of what is left to play, not a result."""
KEPT_S = 3600
"""It depends on format and size alone, which rarely change; an hour only bounds the memory."""


def stage_games(tournament: Tournament, stage: int, entrants: int) -> int:
    """Expected games of a stage (from 1) among equals, which takes longest. Pages ask often: it is kept for a while."""
    if entrants < 2:
        return 0
    name = f"stage-games:{tournament.pk}:{stage}:{entrants}:{crc32(repr(lengths_of(tournament)).encode())}"
    games: int | None = cache.get(name)
    if games is None:
        setup = replace(tournament.setups()[stage - 1], advance=None)
        lengths = lengths_of(tournament)
        own = tuple((f"1.{key.split('.')[1]}", n) for key, n in lengths.round_blocks if key.startswith(f"{stage}."))
        field = Field(np.zeros((WORLDS, entrants)), np.zeros((WORLDS, entrants)))
        model = model_of(tournament, 1.0)
        played = simulate([setup], field, model, replace(lengths, round_blocks=own), np.random.default_rng(stage))
        games = round(float(played.games.mean()))
        cache.set(name, games, KEPT_S)
    return games


def later_games(tournament: Tournament, stage: int, entrants: int) -> int:
    """Of all stages after one that so many entrants play."""
    games = 0
    for number, setup in enumerate(tournament.setups()[stage - 1 : -1], start=stage):
        entrants = min(entrants, promised_qualifiers(setup))
        games += stage_games(tournament, number + 1, entrants)
    return games
