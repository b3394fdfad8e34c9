"""Played games to look at, made in one line each."""

from collections.abc import Sequence

from arena.bots.models import BotVersion
from arena.matches import worker
from arena.matches.actions.claim import claim
from arena.matches.models import Game, Match
from engines import variant
from tests.matches import cast


def played_match(slug: str, versions: Sequence[BotVersion] | None = None, games: int | None = None) -> Match:
    """A match of one block on a variant, by house bots that choose by chance unless others are given.

    ``games`` plays only so many of its games: the block stays unfinished.
    """
    seats = len(variant(slug).sides)
    entrants = versions or [cast.ready_version(None, f"Random-{slug}-{seat}", "random") for seat in range(seats)]
    match = cast.match(entrants, f"practice/{slug}", f"practice:{slug}", variant=slug)
    played = 0
    while (games is None or played < games) and (batch := claim("w", most=1)) is not None:
        worker.play_batch(batch)
        played += 1
    return match


def first_game(match: Match) -> Game:
    return next(game for game in cast.games_of(match) if game.replay_id is not None)
