"""From whose turn it is to games under a lease."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from arena.leases.limits import LEASE, SILENCE
from arena.lib import prepared
from arena.lib.stored_words import filled
from arena.matches import limits
from arena.matches.models import MatchKind
from engines.words import mark

Place = tuple[datetime, int]
"""Of a game in the queue of its source: when it was queued, and its id."""
Pace = Callable[[str], float]
"""What a second of expected work of a source takes the one who claims, in seconds."""


@dataclass(frozen=True)
class Turn:
    source_id: int
    source: str
    group: str
    kind: str


@dataclass(frozen=True)
class HeldGame:
    """Everything a worker needs to play one game of its batch."""

    id: int
    block_id: int
    match_id: int
    variant: str
    seed: bytes
    salt: bytes
    commitment: str
    attempt: int
    expected_ms: int
    versions: list[int]
    """Ids, by seat."""


HELD_COLUMNS = tuple(column.name for column in fields(HeldGame))


# Whose turn it is. Only sources that may have games are looked at, so idle ones cost nothing however many there are.
# Claims need not survive a crash of the database: the game is then queued as before, and the token that the worker
# holds fits nothing. So they do not wait for the disk, and nobody waits for them, nor for a machine that stops in the
# middle of one (see ``handing_in``). The statements of a claim are planned once for whatever source and bots they are
# asked about: planning them anew for each took longer than running them.
TURNS = """
WITH quick AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('idle_in_transaction_session_timeout', %(silence)s::text, true)
)
SELECT source.id, source.name, source."group", source.kind
FROM quick, matches_queuesource source JOIN matches_queuegroup turn ON turn.name = source."group"
WHERE source.is_waiting AND NOT source.is_paused
  AND source.kind NOT IN (SELECT queue FROM matches_queueswitch WHERE is_paused)
  AND (source.kind <> 'practice'
       OR (SELECT count(*) FROM matches_slot WHERE kind = 'source' AND owner = source.id) < %(source_cap)s)
ORDER BY turn.spent_ms, source.spent_ms, source.id
LIMIT %(most)s
"""
MOST_TURNS = 64
"""Sources tried in one claim; the first has games nearly always."""

BUSY = """
SELECT owner FROM matches_slot WHERE kind = 'bot' GROUP BY owner HAVING count(*) >= %(bot_cap)s
"""

# Two ways through the queue of a source, each along an index of its own. By age, unless the oldest games all wait for
# bots at their cap: then by lane (the same bots at the table), which costs a step for each lane and not for each game.
# The lane is a range and stands in the order, so that only its own index will do: where most of the queue is one lane
# PostgreSQL thought to find it soon enough by age, and walked over ten thousand games of bots at their cap.
_BY_AGE = "NOT game.bots && %(busy)s::bigint[] AND (game.queued_at, game.id) <= (%(until)s, %(until_id)s)"
_BY_LANE = "game.bots BETWEEN %(lane)s::bigint[] AND %(lane)s::bigint[]"

HORIZON_PLACE = """
SELECT queued_at, id FROM matches_game game
WHERE game.state = 'queued' AND game.source = %(source)s
ORDER BY queued_at, id OFFSET %(games)s LIMIT 1
"""
HORIZON = 4 * limits.BATCH_GAMES
"""How far a claim looks by age while some bots are at their cap."""

LANES = """
WITH RECURSIVE lane AS (
    (SELECT bots, queued_at, id FROM matches_game WHERE state = 'queued' AND source = %(source)s
     ORDER BY bots, queued_at, id LIMIT 1)
    UNION ALL
    SELECT following.* FROM lane CROSS JOIN LATERAL (
        SELECT bots, queued_at, id FROM matches_game
        WHERE state = 'queued' AND source = %(source)s AND bots > lane.bots
        ORDER BY bots, queued_at, id LIMIT 1
    ) following
)
SELECT bots FROM lane WHERE NOT bots && %(busy)s::bigint[] ORDER BY queued_at, id LIMIT 8
"""

# In one statement, from looking to leasing. `oldest` reads without locks how many games fit into a batch, so that no
# more are locked than are taken; `batch` leaves half to others where a tournament alone has games; `locked` passes over
# what others just claim, cancel or forfeit; `fitting` counts again what was really got. `granted` takes a place for
# every uploaded bot: that two claims want the same one is settled by the constraint, in the order of the bots, so that
# nobody waits in a circle.
_TAKE = """
WITH oldest AS MATERIALIZED (
    SELECT game.queued_at, game.id,
        CASE WHEN game.plays_alone THEN %(batch_ms)s ELSE game.expected_ms END AS cost
    FROM matches_game game WHERE game.state = 'queued' AND game.source = %(source)s AND {which}
    ORDER BY {order} LIMIT %(most)s
),
batch AS MATERIALIZED (
    SELECT CASE WHEN %(is_tournament)s AND count(*) < %(most)s AND NOT EXISTS (
        SELECT FROM matches_queuesource other
        WHERE other.is_waiting AND NOT other.is_paused AND other.id <> %(source_id)s
          AND EXISTS (SELECT FROM matches_game game WHERE game.state = 'queued' AND game.source = other.name)
    ) THEN least(%(batch_ms)s, greatest(sum(cost) / 2, %(shared_ms)s)) ELSE %(batch_ms)s END AS ms
    FROM oldest
),
room AS MATERIALIZED (
    SELECT least(greatest(count(*) FILTER (WHERE upto <= batch.ms), 1), count(*)) AS games
    FROM batch, (SELECT sum(cost) OVER (ORDER BY queued_at, id) AS upto FROM oldest) sums
),
locked AS MATERIALIZED (
    SELECT game.id, game.queued_at, game.bots,
        CASE WHEN game.plays_alone THEN %(batch_ms)s ELSE game.expected_ms END AS cost
    FROM matches_game game WHERE game.state = 'queued' AND game.source = %(source)s AND {which}
    ORDER BY {order} LIMIT (SELECT games FROM room) FOR NO KEY UPDATE SKIP LOCKED
),
fitting AS MATERIALIZED (
    SELECT id, bots FROM (
        SELECT id, bots, sum(cost) OVER queue AS upto, row_number() OVER queue AS place
        FROM locked WINDOW queue AS (ORDER BY queued_at, id)
    ) sums WHERE upto <= %(batch_ms)s OR place = 1
),
wanted AS (
    SELECT 'bot' AS kind, bot AS owner, %(bot_cap)s::int AS cap
    FROM (SELECT DISTINCT unnest(bots) FROM fitting) seated(bot)
    UNION ALL
    SELECT 'source', %(source_id)s::bigint, %(source_cap)s::int
    WHERE %(is_practice)s AND EXISTS (SELECT FROM fitting)
),
granted AS (
    INSERT INTO matches_slot (kind, owner, number, lease_token)
    SELECT wanted.kind, wanted.owner, free.number, %(token)s FROM wanted CROSS JOIN LATERAL (
        SELECT number FROM generate_series(0, wanted.cap - 1) AS places(number)
        WHERE NOT EXISTS (
            SELECT FROM matches_slot taken
            WHERE taken.kind = wanted.kind AND taken.owner = wanted.owner AND taken.number = places.number
        )
        ORDER BY random() LIMIT 1
    ) free
    ORDER BY wanted.kind, wanted.owner
    ON CONFLICT (kind, owner, number) DO NOTHING
    RETURNING kind, owner
),
taken AS (
    UPDATE matches_game game
    SET state = 'leased', lease_token = %(token)s, started_at = %(now)s, deadline = NULL, reason = %(reason)s
    FROM fitting WHERE game.id = fitting.id
      AND fitting.bots <@ ARRAY(SELECT owner FROM granted WHERE kind = 'bot')
      AND (NOT %(is_practice)s OR EXISTS (SELECT FROM granted WHERE kind = 'source'))
    RETURNING game.id, game.block_id, game.queued_at, game.variant, game.salt, game.commitment, game.attempt_count,
        game.expected_ms
),
total AS (SELECT count(*) AS games, sum(expected_ms) AS cost FROM taken),
lease AS (
    INSERT INTO leases_lease (token, subject, worker, source, size, current, taken_at, heartbeat_at, deadline)
    SELECT %(token)s, 'games', %(worker)s, %(source)s, games,
        (SELECT id FROM taken ORDER BY expected_ms, queued_at, id LIMIT 1), %(now)s, %(now)s, %(deadline)s
    FROM total WHERE games > 0
),
turn AS (
    UPDATE matches_queuesource SET spent_ms = spent_ms + cost FROM total WHERE id = %(source_id)s AND games > 0
    RETURNING cost
),
group_turn AS (UPDATE matches_queuegroup SET spent_ms = spent_ms + cost FROM turn WHERE name = %(group)s)
SELECT (SELECT count(*) FROM fitting), taken.id, taken.block_id, block.match_id, taken.variant, block.seed, taken.salt,
    taken.commitment, taken.attempt_count + 1, taken.expected_ms,
    ARRAY(SELECT seat.version_id FROM matches_seat seat WHERE seat.game_id = taken.id ORDER BY seat.seat)
FROM total LEFT JOIN taken ON true LEFT JOIN matches_block block ON block.id = taken.block_id
ORDER BY taken.expected_ms, taken.queued_at, taken.id
"""
TAKE_BY_AGE = _TAKE.format(which=_BY_AGE, order="game.queued_at, game.id")
TAKE_BY_LANE = _TAKE.format(which=_BY_LANE, order="game.bots, game.queued_at, game.id")


def turns() -> list[Turn]:
    values = {"source_cap": limits.MAX_RUNNING_PER_USER, "most": MOST_TURNS, "silence": SILENCE}
    return [Turn(*row) for row in prepared.rows(TURNS, values)]


def busy_bots() -> list[int]:
    """At their cap. House bots are everybody's opponents and have none."""
    return [row[0] for row in prepared.rows(BUSY, {"bot_cap": limits.MAX_RUNNING_PER_BOT})]


def horizon(source: str) -> Place | None:
    """The place up to which a claim looks by age; none if the queue is shorter."""
    rows = prepared.rows(HORIZON_PLACE, {"source": source, "games": HORIZON})
    return (rows[0][0], rows[0][1]) if rows else None


def open_lanes(source: str, busy: Sequence[int]) -> list[list[int]]:
    """The oldest lanes whose bots may all play."""
    return [row[0] for row in prepared.rows(LANES, {"source": source, "busy": list(busy)})]


@dataclass(frozen=True)
class Taking:
    """One claim: who takes, for how long, and how much at most."""

    token: uuid.UUID
    worker: str
    now: datetime
    most: int
    pace: Pace


@dataclass(frozen=True)
class Taken:
    games: tuple[HeldGame, ...]
    is_contended: bool
    """There were games, but others took the last places of their bots at the same moment."""


def take_by_age(taking: Taking, turn: Turn, busy: Sequence[int], until: Place | None) -> Taken:
    last, last_id = until or ("infinity", 0)
    return _take(TAKE_BY_AGE, taking, turn, {"busy": list(busy), "until": last, "until_id": last_id})


def take_by_lane(taking: Taking, turn: Turn, lane: Sequence[int]) -> Taken:
    return _take(TAKE_BY_LANE, taking, turn, {"lane": list(lane)})


def _take(statement: str, taking: Taking, turn: Turn, which: dict[str, Any]) -> Taken:
    values = {
        "token": taking.token,
        "worker": taking.worker,
        "reason": filled(mark("Being played by {worker}."), worker=taking.worker),
        "now": taking.now,
        "deadline": taking.now + LEASE,
        "source": turn.source,
        "source_id": turn.source_id,
        "group": turn.group,
        "is_practice": turn.kind == MatchKind.PRACTICE,
        "batch_ms": round(limits.BATCH_MS / taking.pace(turn.source)),
        "shared_ms": round(limits.SHARED_MS / taking.pace(turn.source)),
        "is_tournament": turn.kind == MatchKind.TOURNAMENT,
        "most": taking.most,
        "bot_cap": limits.MAX_RUNNING_PER_BOT,
        "source_cap": limits.MAX_RUNNING_PER_USER,
    }
    rows = prepared.rows(statement, {**values, **which})
    games = tuple(HeldGame(**dict(zip(HELD_COLUMNS, row[1:], strict=True))) for row in rows if row[1] is not None)
    return Taken(games, is_contended=not games and any(row[0] for row in rows))  # no rows: a role that holds too many
