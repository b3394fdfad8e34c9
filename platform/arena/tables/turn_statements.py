"""What a worker says to the database about decisions of bots at tables.

A restricted worker goes through doors that hold these very statements (``arena.tables.apps`` adds them). What it tells
is looked at when it is put on the table.
"""

from arena.matches.sql.doors import Door

MOST_BYTES = 40_000
"""A log and a sentence of control signs alone, which take six letters each in JSON, are still an answer."""

# People wait for it: before everything else, the one that waits longest first.
TAKE = """
UPDATE tables_turn turn
SET state = 'running', token = gen_random_uuid(), heartbeat_at = now(), attempts = turn.attempts + 1
WHERE turn.id = (
    SELECT waiting.id FROM tables_turn waiting WHERE waiting.state = 'waiting'
    ORDER BY waiting.asked_at, waiting.id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING turn.token, turn.task::text
"""

# Whoever works on it still lives. A turn that was given to another worker has another token.
BEAT = """
UPDATE tables_turn turn SET heartbeat_at = now()
WHERE turn.token = %(token)s AND turn.state = 'running' RETURNING turn.id
"""

ANSWER = f"""
UPDATE tables_turn turn SET state = 'done', answer = %(answer)s::text::jsonb, task = '{{}}'::jsonb, token = NULL
WHERE turn.token = %(token)s AND turn.state = 'running' AND length(%(answer)s::text) <= {MOST_BYTES}
RETURNING turn.table_id
"""  # noqa: S608 - all of it is written here

# Who plays for people and learns their deals: trusted roles alone, as with questions to bots.
_MAY_PLAY = """
IF NOT EXISTS (SELECT FROM matches_workerrole r
               WHERE r.name = session_user AND r.stopped_because = '' AND r.is_trusted)
THEN RETURN; END IF;
"""

DOORS = (
    Door("take_turn", TAKE, {}, ("uuid", "text"), {}, _MAY_PLAY),
    Door("beat_turn", BEAT, {"token": "uuid"}, ("bigint",), {}, _MAY_PLAY),
    Door("answer_turn", ANSWER, {"token": "uuid", "answer": "text"}, ("bigint",), {}, _MAY_PLAY),
)
