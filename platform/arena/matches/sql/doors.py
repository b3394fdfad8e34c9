"""The doors of the database through which a restricted worker goes: functions that run with the arena's rights.

Each holds a statement of the play path, the very one that unrestricted processes run. What the worker could abuse
(caps, deadlines, its own name, how many games it takes) is not taken from it but written into the function.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from psycopg import sql

from arena.bots import check_statements
from arena.bots.actions.check import BEING_CHECKED, CHECK_LIMIT, WAIT_LIMIT
from arena.leases import actions as leases
from arena.matches import limits
from arena.matches.sql import claiming

SCHEMA = "arena_play"
_WORKER = "left(session_user || '/' || {worker}, 120)"
_DEADLINE = f"now() + interval '{settings.LEASE_S} seconds'"


@dataclass(frozen=True)
class Door:
    name: str
    statement: str
    given: dict[str, str]
    """Parameter and type, as the worker gives them."""
    returns: Sequence[str]
    fixed: dict[str, str] = field(default_factory=dict)
    """Parameters of the statement that the database fills in; ``{name}`` stands for what was given."""
    guard: str = ""
    """Runs before the statement."""

    @property
    def call(self) -> str:
        """What the worker sends instead of the statement."""
        values = ", ".join(f"%({name})s::{kind}" for name, kind in self.given.items())
        return f"SELECT * FROM {SCHEMA}.{self.name}({values})"  # noqa: S608 - all of it is written here

    @property
    def signature(self) -> str:
        return f"{SCHEMA}.{self.name}({', '.join(self.given.values())})"

    def definition(self, home: str) -> str:
        places = {name: f"${number}" for number, name in enumerate(self.given, start=1)}
        fixed = {name: f"({text.format_map(places)})" for name, text in self.fixed.items()}
        body = re.sub(r"%\((\w+)\)s", lambda found: {**places, **fixed}[found[1]], self.statement)
        columns = ", ".join(f"o{number} {kind}" for number, kind in enumerate(self.returns))
        return (
            f"CREATE OR REPLACE FUNCTION {self.signature} RETURNS TABLE({columns}) LANGUAGE plpgsql "
            # Temporary tables come last: a worker cannot put one of its own in the place of ours.
            f"SECURITY DEFINER SET search_path = {home}, pg_temp AS $door$ BEGIN\n"
            f"{self.guard.format_map(places)}\nRETURN QUERY {body.strip().rstrip(';')};\nEND $door$"
        )


# Who takes and never plays learns no more deals than its role may hold. A worker that is turned away for that goes on
# when the control side has taken in what others delivered: it has done nothing wrong, so this is no error.
_HOLDS_TOO_MUCH = """(SELECT count(*) FROM leases_lease l WHERE starts_with(l.worker, session_user || '/'))
    >= (SELECT r.most_batches FROM matches_workerrole r WHERE r.name = session_user)"""
_MAY_TAKE = f"""
IF NOT EXISTS (SELECT FROM matches_workerrole r WHERE r.name = session_user AND r.stopped_because = '') THEN
    RAISE EXCEPTION 'This worker is stopped.' USING ERRCODE = 'insufficient_privilege';
END IF;
IF {_HOLDS_TOO_MUCH} THEN RETURN; END IF;
"""
# Who reads programs and says whether they pass may spoil what others play with: for trusted roles alone.
_MAY_CHECK = f"""
IF NOT EXISTS (SELECT FROM matches_workerrole r
               WHERE r.name = session_user AND r.stopped_because = '' AND r.is_trusted)
    OR EXISTS (SELECT FROM matches_queueswitch s WHERE s.queue = 'checks' AND s.is_paused)
    OR {_HOLDS_TOO_MUCH}
THEN RETURN; END IF;
"""  # noqa: S608 - all of it is written here
_CHECKS_IT = """
IF NOT EXISTS (SELECT FROM leases_lease l WHERE l.token = {token} AND starts_with(l.worker, session_user || '/'))
    OR length({progress}) > 1000 THEN RETURN; END IF;
"""
_NUMBERS = {"batch_ms": "integer", "shared_ms": "integer", "most": "integer"}
_TAKE_GIVEN = {"token": "uuid", "worker": "text", "source_id": "bigint", **_NUMBERS}
_TAKE_FIXED = {
    "worker": _WORKER,
    "reason": f"'Being played by ' || {_WORKER} || '.'",
    "now": "now()",
    "deadline": _DEADLINE,
    "source": "(SELECT s.name FROM matches_queuesource s WHERE s.id = {source_id})",
    "group": '(SELECT s."group" FROM matches_queuesource s WHERE s.id = {source_id})',
    "is_practice": "(SELECT s.kind = 'practice' FROM matches_queuesource s WHERE s.id = {source_id})",
    "batch_ms": "least({batch_ms}, " + str(64 * limits.BATCH_MS) + ")",
    "most": "least({most}, " + str(limits.BATCH_GAMES) + ")",
    "is_tournament": "(SELECT s.kind = 'tournament' FROM matches_queuesource s WHERE s.id = {source_id})",
    "shared_ms": "least({shared_ms}, " + str(64 * limits.BATCH_MS) + ")",
    "bot_cap": str(limits.MAX_RUNNING_PER_BOT),
    "source_cap": str(limits.MAX_RUNNING_PER_USER),
}
_IDS = ("bigint", "bigint", "bigint", "bigint")
_TAKEN = (*_IDS, "varchar", "bytea", "bytea", "varchar", "integer", "integer", "bigint[]")
_BY_AGE = {**_TAKE_GIVEN, "busy": "bigint[]", "until": "timestamptz", "until_id": "bigint"}
_BY_LANE = {**_TAKE_GIVEN, "lane": "bigint[]"}

STILL_HELD = "SELECT id FROM matches_game WHERE lease_token = %(token)s AND state = 'leased'"
# The control side has some minutes before a delivered batch counts as lost. Its bots play no more, so their places are
# free at once. It does not wait for the disk: what a crash of the database forgets is a lease that nobody keeps, and
# the games are played again. 64 MB are more than any batch needs: of more nothing is taken, and nothing is free.
DELIVER = """
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
held AS (
    UPDATE leases_lease SET deadline = now() + interval '5 minutes' FROM quick
    WHERE leases_lease.token = %(token)s AND subject = 'games' AND starts_with(worker, session_user || '/')
      AND length(%(payload)s) <= 67108864
    RETURNING leases_lease.token
),
places AS (DELETE FROM matches_slot WHERE lease_token IN (SELECT token FROM held))
INSERT INTO matches_delivery (token, role, payload, arrived_at)
SELECT token, session_user, %(payload)s::jsonb, now() FROM held
ON CONFLICT (token) DO UPDATE SET token = excluded.token RETURNING matches_delivery.token
"""

DOORS = [
    Door(
        "turns", claiming.TURNS, {"most": "integer"}, ("bigint", "varchar", "varchar", "varchar"),
        {"source_cap": str(limits.MAX_RUNNING_PER_USER), "silence": f"'{round(1000 * settings.LEASE_S)}ms'",
         "most": f"least({{most}}, {claiming.MOST_TURNS})"},
    ),
    Door("busy", claiming.BUSY, {}, ("bigint",), {"bot_cap": str(limits.MAX_RUNNING_PER_BOT)}),
    Door(
        "horizon", claiming.HORIZON_PLACE, {"source": "text", "games": "integer"}, ("timestamptz", "bigint"),
        {"games": f"least({{games}}, {claiming.HORIZON})"},
    ),
    Door("lanes", claiming.LANES, {"source": "text", "busy": "bigint[]"}, ("bigint[]",)),
    Door("take_by_age", claiming.TAKE_BY_AGE, _BY_AGE, _TAKEN, _TAKE_FIXED, _MAY_TAKE),
    Door("take_by_lane", claiming.TAKE_BY_LANE, _BY_LANE, _TAKEN, _TAKE_FIXED, _MAY_TAKE),
    Door(
        "beat", leases.BEAT, {"tokens": "uuid[]", "current": "bigint[]"}, ("uuid",),
        {"now": "now()", "deadline": _DEADLINE},
    ),
    Door("still_held", STILL_HELD, {"token": "uuid"}, ("bigint",)),
    Door("deliver", DELIVER, {"token": "uuid", "payload": "text"}, ("uuid",)),
    Door(
        "take_check", check_statements.TAKE, {"version": "bigint", "worker": "text"}, ("uuid",),
        {"worker": _WORKER, "now": "now()", "deadline": _DEADLINE, "reason": f"'{BEING_CHECKED}'",
         "limit": f"now() + interval '{round(CHECK_LIMIT.total_seconds())} seconds'"}, _MAY_CHECK,
    ),
    Door(
        "let_check_wait", check_statements.WAIT, {"version": "bigint", "reason": "text"}, ("bigint",),
        {"reason": "left({reason}, 1000)",
         "deadline": f"now() + interval '{round(WAIT_LIMIT.total_seconds())} seconds'"}, _MAY_CHECK,
    ),
    Door(
        "check_progress", check_statements.PROGRESS,
        {"version": "bigint", "token": "uuid", "reason": "text", "progress": "text"}, ("bigint",),
        {"reason": "left({reason}, 1000)"}, _CHECKS_IT,
    ),
    Door("deliver_check", check_statements.DELIVER, {"token": "uuid", "payload": "text"}, ("uuid",)),
]  # fmt: skip


def add(doors: Sequence[Door]) -> None:
    """Of an app above this one, when it is ready. Again changes nothing."""
    DOORS.extend(door for door in doors if door not in DOORS)


READABLE = {
    "bots_botversion": ("id", "bot_id", "number", "content_hash", "archive", "runtime"),
    "bots_bot": ("id", "name", "house_name", "games"),
}
"""Columns that a worker reads to find a program; everything else of these tables is closed to it."""


def definitions(home: str) -> list[str]:
    """All doors, as they should be now. Run again after every change of the statements."""
    return [f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}", *(text for door in DOORS for text in _made(door, home))]


def _made(door: Door, home: str) -> list[str]:
    return [
        f"DROP FUNCTION IF EXISTS {door.signature}",
        door.definition(home),
        f"REVOKE ALL ON FUNCTION {door.signature} FROM PUBLIC",
    ]


def grants(role: str) -> list[sql.Composed]:
    """What the role may: nothing else. What it had before is taken away first."""
    who = sql.Identifier(role)
    tables = [
        sql.SQL("GRANT SELECT ({}) ON {} TO {}").format(
            sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table), who
        )
        for table, columns in READABLE.items()
    ]
    doors = [sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(sql.SQL(door.signature), who) for door in DOORS]
    return [
        sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(who),
        sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(SCHEMA), who),
        *tables,
        *doors,
    ]
