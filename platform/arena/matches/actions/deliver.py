"""A restricted worker's side of handing in: it writes down what came of a batch, and the control side does the rest."""

import uuid
from collections.abc import Sequence
from typing import Any

import orjson

from arena.lib import prepared
from arena.matches.results import PlayedGame, VoidGame
from arena.matches.sql import doors

Lessons = dict[str, Any]


def deliver(token: uuid.UUID, played: Sequence[PlayedGame], voids: Sequence[VoidGame], lessons: Lessons) -> bool:
    """False: the lease was lost. Again with the same batch: nothing changes."""
    payload = {
        "played": [
            {
                "game": ended.game.id,
                "result": ended.result,
                "replay": ended.replay,
                "started_at": ended.started_at,
                "ended_at": ended.ended_at,
            }
            for ended in played
        ],
        "voids": [{"game": void.game.id, "cause": void.cause, "started_at": void.started_at} for void in voids],
        "lessons": lessons,
    }
    return bool(prepared.rows(doors.DELIVER, {"token": token, "payload": orjson.dumps(payload).decode()}))


def still_held(token: uuid.UUID) -> frozenset[int]:
    return frozenset(row[0] for row in prepared.rows(doors.STILL_HELD, {"token": token}))
