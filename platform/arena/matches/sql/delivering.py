"""What a restricted worker delivered, and the batch that it is about."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from arena.lib import prepared
from arena.matches.sql.claiming import HELD_COLUMNS, HeldGame

# Taken out and looked up in one step: who gets the row takes it in, everybody else finds nothing. A delivery whose
# lease was lost comes without one.
_TAKE_OUT = """
WITH gone AS (
    DELETE FROM matches_delivery
    WHERE id = (SELECT id FROM matches_delivery WHERE id = %(id)s FOR UPDATE SKIP LOCKED)
    RETURNING token, role, payload
)
SELECT gone.role, gone.payload::text, coalesce(role.is_trusted, false),
    lease.token, lease.worker, lease.source, coalesce(source.kind, ''), lease.taken_at
FROM gone
LEFT JOIN leases_lease lease ON lease.token = gone.token
LEFT JOIN matches_queuesource source ON source.name = lease.source
LEFT JOIN matches_workerrole role ON role.name = gone.role
"""
# From our own rows: nothing of it is the worker's word.
_HELD = """
SELECT game.id, game.block_id, block.match_id, game.variant, block.seed, game.salt, game.commitment,
    game.attempt_count + 1, game.expected_ms,
    ARRAY(SELECT seat.version_id FROM matches_seat seat WHERE seat.game_id = game.id ORDER BY seat.seat)
FROM matches_game game JOIN matches_block block ON block.id = game.block_id
WHERE game.state = 'leased' AND game.lease_token = %(token)s
ORDER BY game.id
"""


@dataclass(frozen=True)
class HeldBy:
    """The lease that a delivery belongs to."""

    token: uuid.UUID
    worker: str
    source: str
    kind: str
    taken_at: datetime


@dataclass(frozen=True)
class Delivered:
    role: str
    payload: Any
    is_trusted: bool
    lease: HeldBy | None
    """None: it was lost, and others play the games."""


def take_out(delivery: int) -> Delivered | None:
    """None: somebody else has it."""
    rows = prepared.rows(_TAKE_OUT, {"id": delivery})
    if not rows:
        return None
    role, payload, is_trusted, *lease = rows[0]
    held_by = HeldBy(*lease) if lease[0] is not None else None
    return Delivered(role, orjson.loads(payload), is_trusted, held_by)


def held_games(token: uuid.UUID) -> tuple[HeldGame, ...]:
    rows = prepared.rows(_HELD, {"token": token})
    return tuple(HeldGame(**dict(zip(HELD_COLUMNS, row, strict=True))) for row in rows)
