"""How a restricted worker reaches questions to bots: its right to take one, and times, are the database's word."""

from arena.matches.sql.doors import Door
from arena.replays import question_statements as statements

# Who plays for people and tells them what came of it: trusted roles alone, as with the checks of uploads.
_MAY_ANSWER = """
IF NOT EXISTS (SELECT FROM matches_workerrole r
               WHERE r.name = session_user AND r.stopped_because = '' AND r.is_trusted)
THEN RETURN; END IF;
"""

DOORS = (
    Door(
        "take_question", statements.TAKE, {}, ("uuid", "text"),
        {"now": "now()", "deadline": f"now() + interval '{round(statements.LIMIT.total_seconds())} seconds'",
         "patient_since": f"now() - interval '{round(statements.PATIENCE.total_seconds())} seconds'"}, _MAY_ANSWER,
    ),
    Door(
        "answer_question", statements.ANSWER, {"token": "uuid", "answer": "text"}, ("bigint",), {"now": "now()"},
        _MAY_ANSWER,
    ),
)  # fmt: skip
