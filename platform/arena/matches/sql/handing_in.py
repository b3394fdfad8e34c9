"""The results of a batch, and the matches that end with them."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from arena.leases.limits import SILENCE
from arena.lib import prepared

# A machine that stops in the middle of this leaves a session with locks, in which the server would believe for hours:
# the reaper passes over the lease, and others wait for the blocks. After the time of a lease it believes no more.
_LOCK_LEASE = """
WITH bounded AS MATERIALIZED (SELECT set_config('idle_in_transaction_session_timeout', %(silence)s::text, true))
SELECT token FROM bounded, leases_lease lease WHERE token = %(token)s FOR UPDATE OF lease
"""
# Those who hand in lock the blocks first, in one order: of two last games of a block one must see its end.
_LOCK_BLOCKS = "SELECT id FROM matches_block WHERE id = ANY(%(blocks)s::bigint[]) ORDER BY id FOR NO KEY UPDATE"

# All results of a batch, in one statement. `held` is the gate: a game whose token no longer holds is not touched by
# anything below it, and the slow path says why.
_HAND_IN = """
WITH given AS (
    SELECT * FROM json_to_recordset(%(results)s::json) AS given(
        game bigint, termination text, ranks jsonb, progress jsonb, decision_count int, transcript_hash text,
        payload_hash text, content_hash text, file text, "offset" int, length int, size_bytes int,
        started_at timestamptz, outcome text, cause text, ended_at timestamptz, seats json
    )
),
held AS MATERIALIZED (
    SELECT game.id, game.attempt_count + 1 AS attempt, given.*
    FROM given JOIN matches_game game ON game.id = given.game
    WHERE game.state = 'leased' AND game.lease_token = %(token)s FOR NO KEY UPDATE OF game
),
replay AS (
    INSERT INTO matches_storedreplay (content_hash, file, "offset", length, size_bytes, created_at, mismatch)
    SELECT DISTINCT ON (content_hash) content_hash, file, "offset", length, size_bytes, %(now)s, '' FROM held
    ON CONFLICT (content_hash) DO UPDATE SET content_hash = excluded.content_hash  -- to get its id
    RETURNING id, content_hash
),
done AS (
    UPDATE matches_game game
    SET state = 'done', lease_token = NULL, finished_at = %(now)s, reason = '', plays_alone = false,
        attempt_count = held.attempt, termination = held.termination, ranks = held.ranks, progress = held.progress,
        decision_count = held.decision_count, transcript_hash = held.transcript_hash,
        payload_hash = held.payload_hash, replay_id = replay.id
    FROM held JOIN replay ON replay.content_hash = held.content_hash WHERE game.id = held.id
    RETURNING game.id, game.block_id, held.outcome = 'bot-fault' AS has_fault
),
seats AS (
    UPDATE matches_seat seat
    SET rank = result.rank, points = result.points, fault = result.fault, fault_sentence = result.fault_sentence,
        evidence = result.evidence, clock = result.clock
    FROM held CROSS JOIN LATERAL json_to_recordset(held.seats) AS result(
        side int, rank int, points int, seat int, fault text, fault_sentence text, evidence jsonb, clock jsonb
    )
    WHERE seat.game_id = held.id AND seat.seat = result.seat
),
attempts AS (
    INSERT INTO matches_attempt (game_id, number, token, worker, outcome, cause, started_at, ended_at)
    SELECT id, attempt, %(token)s, %(worker)s, outcome, cause, started_at, ended_at FROM held
),
news AS (SELECT block_id, bool_or(has_fault) AS has_fault FROM done GROUP BY block_id),
blocks AS (
    UPDATE matches_block block
    SET has_fault = block.has_fault OR news.has_fault,
        is_finished = block.is_finished OR ending.is_complete,
        finished_at = CASE WHEN ending.is_complete THEN %(now)s ELSE block.finished_at END
    FROM news JOIN LATERAL (
        SELECT NOT EXISTS (
            SELECT FROM matches_game game WHERE game.block_id = news.block_id
              AND game.state NOT IN ('done', 'forfeited', 'cancelled') AND game.id NOT IN (SELECT id FROM done)
        ) AS is_complete
    ) ending ON true
    WHERE block.id = news.block_id AND (news.has_fault OR ending.is_complete)
    RETURNING block.match_id
)
SELECT ARRAY(SELECT id FROM done), ARRAY(SELECT DISTINCT match_id FROM blocks)
"""


def lock_lease(token: uuid.UUID) -> bool:
    """False: it was lost. The reaper passes over a locked one, so the games stay with who holds this lock."""
    return bool(prepared.rows(_LOCK_LEASE, {"token": token, "silence": SILENCE}))


def lock_blocks(blocks: Sequence[int]) -> None:
    prepared.rows(_LOCK_BLOCKS, {"blocks": sorted(set(blocks))})


def write_results(
    token: uuid.UUID, worker: str, results: Sequence[dict[str, Any]], now: datetime
) -> tuple[list[int], list[int]]:
    """Ids of the games that were taken in, and of the matches with something to settle."""
    text = orjson.dumps(results).decode()
    row = prepared.rows(_HAND_IN, {"token": token, "worker": worker, "results": text, "now": now})[0]
    return row[0], row[1]


# What a batch did not get to goes back as it was, and its lease is over.
_END = """
WITH rest AS (
    UPDATE matches_game SET state = 'queued', lease_token = NULL, deadline = %(deadline)s, reason = %(reason)s
    WHERE state = 'leased' AND lease_token = %(token)s RETURNING id
),
places AS (DELETE FROM matches_slot WHERE lease_token = %(token)s),
lease AS (DELETE FROM leases_lease WHERE token = %(token)s)
SELECT count(*) FROM rest
"""


def end_lease(token: uuid.UUID, deadline: datetime, reason: str) -> int:
    """Returns how many games went back to the queue."""
    count: int = prepared.rows(_END, {"token": token, "deadline": deadline, "reason": reason})[0][0]
    return count


# Most matches end without a fault, and then nothing has to be counted: no open block, no forfeits, no score. One with
# open blocks is not even locked. It does not wait for the disk: the results have, and the reaper settles again what a
# crash of the database forgets.
_FINISH = """
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
over AS MATERIALIZED (
    SELECT match.id FROM quick, matches_match match WHERE match.id = ANY(%(matches)s::bigint[]) AND state = 'running'
      AND NOT EXISTS (SELECT FROM matches_block block WHERE block.match_id = match.id AND NOT block.is_finished)
      AND NOT EXISTS (SELECT FROM matches_block block WHERE block.match_id = match.id AND block.has_fault)
    ORDER BY match.id FOR NO KEY UPDATE OF match
)
UPDATE matches_match match SET state = 'done', finished_at = %(now)s FROM over WHERE match.id = over.id
RETURNING match.id, match.source, match.kind
"""
_WITH_FAULTS = """
SELECT DISTINCT match_id FROM matches_block WHERE match_id = ANY(%(matches)s::bigint[]) AND has_fault
"""


@dataclass(frozen=True)
class FinishedMatch:
    id: int
    source: str
    kind: str


def finish_clean(matches: Sequence[int], now: datetime) -> list[FinishedMatch]:
    """End those of the matches whose blocks are all finished, none with a fault."""
    return [FinishedMatch(*row) for row in prepared.rows(_FINISH, {"matches": list(matches), "now": now})]


def with_faults(matches: Sequence[int]) -> list[int]:
    return [row[0] for row in prepared.rows(_WITH_FAULTS, {"matches": list(matches)})]
