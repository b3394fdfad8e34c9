"""The better action of a mistake that was found, played out to the end: frames for the table, kept for a day."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

import orjson
from django.core.cache import cache
from django.utils.translation import gettext as _

from arena.matches import replay_store
from arena.matches.models import Game, StoredReplay
from arena.replays.analysing import found
from arena.replays.frames import FORMAT, FramesError, frames
from arena.replays.perspective import Perspective
from arena.replays.store import KEEP_S
from engines.errors import EngineError
from referee.analysis.better import played_out
from referee.analysis.mistakes import METHOD


@dataclass(frozen=True)
class Better:
    """A decision of a game with the action that was found to be better."""

    replay: StoredReplay
    step: int
    seat: int
    action: int
    name: str
    played_name: str
    loss: float

    def key(self, perspective: Perspective) -> str:
        return f"better-{FORMAT}-{METHOD}-{self.replay.content_hash}-{self.step}-{self.action}-{perspective}"


def better_at(game: Game, step: int) -> Better | None:
    """None: no mistake was found there. So nobody has other games played than those that were judged."""
    analysis = found(game.replay, game.variant) if game.replay else None
    for mistake in (analysis.mistakes or []) if analysis else []:
        if mistake["step"] == step and game.replay is not None:
            return Better(
                game.replay,
                step,
                mistake["seat"],
                mistake["better"],
                mistake["better_name"],
                mistake["played_name"],
                mistake["loss"],
            )
    return None


def packed_frames(better: Better, perspective: Perspective) -> bytes:
    """Gzip. Raises ``FramesError``."""
    key = better.key(perspective)
    packed = cache.get(key)
    if isinstance(packed, bytes):
        return packed
    try:
        replay = played_out(replay_store.load(better.replay), better.step, better.action)
    except EngineError as error:
        raise FramesError(_("This game can no longer be played on: %(why)s") % {"why": error}) from error
    packed = gzip.compress(orjson.dumps(frames(replay, perspective)), mtime=0)
    cache.set(key, packed, KEEP_S)
    return packed
