"""What a worker says to the database about questions to bots.

A restricted worker goes through doors that hold these very statements (``arena.replays.apps`` adds them): what it could
abuse is filled in by the database there. An answer is kept as it was told and looked at when it is shown.
"""

from datetime import timedelta

PATIENCE = timedelta(seconds=10)
"""Games go first for so long; then the question has its turn, for a ladder may keep the queue full for ever."""
LIMIT = timedelta(minutes=4)
"""For one try: the rest of a game may take half a minute, on a busy machine several times as long."""
MOST_BYTES = 200_000

# One at a time in the whole arena, so that however many ask, no more than one process is kept from the games.
TAKE = """
UPDATE replays_question question
SET state = 'running', token = gen_random_uuid(), attempts = attempts + 1, deadline = %(deadline)s
WHERE question.id = (
    SELECT waiting.id FROM replays_question waiting
    WHERE waiting.state = 'waiting'
      AND (waiting.asked_at <= %(patient_since)s OR NOT EXISTS (SELECT FROM matches_game WHERE state = 'queued'))
      AND NOT EXISTS (SELECT FROM replays_question WHERE state = 'running' AND deadline > %(now)s)
    ORDER BY waiting.asked_at, waiting.id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING question.token, question.task::text
"""

ANSWER = f"""
UPDATE replays_question question
SET state = 'done', answer = %(answer)s::text::jsonb, task = '{{}}'::jsonb, token = NULL, deadline = NULL,
    finished_at = %(now)s
WHERE question.token = %(token)s AND question.state = 'running' AND length(%(answer)s::text) <= {MOST_BYTES}
RETURNING question.id
"""  # noqa: S608 - all of it is written here
