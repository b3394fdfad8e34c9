"""A worker's side of questions to bots: take one, let the bots play in the sandbox, hand in what they said.

Needs no more of the database than a restricted worker reaches: programs, and the two statements of questions.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
import structlog

from arena.bots.checking import why_not_here
from arena.bots.models import BotVersion
from arena.lib import prepared
from arena.lib.clock import database_now
from arena.matches.players import players
from arena.matches.sql.doors import READABLE
from arena.matches.worker import fitness
from arena.replays import question_statements as statements
from arena.replays.asking import BUDGET_S
from arena.replays.models import QuestionKind
from referee.analysis.asking import Asked, ask_all, chance_of
from referee.analysis.rest import play_rest
from referee.channels.base import Channel
from referee.replay import Replay, loads

Json = dict[str, Any]
HOUSE_MS = 100
"""What a searching house bot may think about a decision: half of a game's clock, so that more games fit in the time."""
_log = structlog.get_logger(__name__)


def answer_one() -> bool:
    """Answer the oldest question; False where there is none, another one runs, or games go first."""
    if fitness().is_at_rest:
        return False
    now = database_now()
    taken = prepared.rows(
        statements.TAKE,
        {"now": now, "deadline": now + statements.LIMIT, "patient_since": now - statements.PATIENCE},
    )
    if not taken:
        return False
    token, task = taken[0]
    try:
        told = _answer(orjson.loads(task))
    except Exception:  # whatever fails is ours: faults of bots are part of an answer
        cause = traceback.format_exc()
        _log.warning("question_failed", cause=cause)
        told = {"problem": cause.strip().splitlines()[-1][:1000]}
    prepared.rows(statements.ANSWER, {"token": token, "answer": orjson.dumps(told).decode(), "now": database_now()})
    return True


def _answer(task: Json) -> Json:
    replay = loads(task["replay"].encode())
    versions = _versions([entry["version"] for entry in task["line_up"]])
    if (lack := why_not_here()) and not all(version.bot.is_house for version in versions.values()):
        raise RuntimeError(lack)
    told = _told(task, replay, versions)
    if any(part.get("fault") or part.get("faults") for part in [*told.get("answers", []), *told.get("sides", [])]):
        for version in versions:
            players().forget(version)  # a jail that misbehaved, whosever it is
    return told


def _told(task: Json, replay: Replay, versions: Mapping[int, BotVersion]) -> Json:
    wanted = [entry["version"] for entry in task["line_up"]]
    if task["kind"] == QuestionKind.ASK:
        asked = [_asked(replay, task["step"], versions[entry["version"]], entry["label"]) for entry in task["line_up"]]
        return ask_all(replay, task["step"], asked)
    return play_rest(
        replay,
        task["step"],
        lambda number: _seated(replay, versions, wanted, number),
        games=task["games"],
        budget_s=BUDGET_S,
    )


def _versions(wanted: Sequence[int]) -> Mapping[int, BotVersion]:
    columns = [*READABLE["bots_botversion"], *(f"bot__{name}" for name in READABLE["bots_bot"])]
    return BotVersion.objects.select_related("bot").only(*columns).in_bulk(wanted)


def _asked(replay: Replay, step: int, version: BotVersion, label: str) -> Asked:
    def channel() -> Channel:
        return players().channel(version, replay.variant, chance_of(replay, step, f"ask {version.pk}"))

    return Asked(label, channel)


def _seated(replay: Replay, versions: Mapping[int, BotVersion], seats: Sequence[int], number: int) -> list[Channel]:
    return [
        players().channel(versions[pk], replay.variant, chance_of(replay, number, f"rest {seat}"), HOUSE_MS)
        for seat, pk in enumerate(seats)
    ]
