"""A worker's side of bots at tables: take a decision that waits, ask the program in the sandbox, hand in its choice.

No process of a bot lives while people think: it comes for one decision with all events of its seat, and goes. Needs no
more of the database than a restricted worker reaches: programs, and the statements of turns.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import orjson
import structlog
from django.db import DatabaseError, InterfaceError, connection

from arena.bots.checking import why_not_here
from arena.bots.models import BotVersion
from arena.lib import prepared
from arena.matches.players import players
from arena.matches.records import storable
from arena.matches.sql.doors import READABLE
from arena.matches.worker import fitness
from arena.tables import limits
from arena.tables import turn_statements as statements
from referee.clock import TimeControl
from referee.course import Course
from referee.deal import SealedDeal
from referee.faults import VoidError
from referee.messages import GameFacts
from referee.replay import ReplayAction
from referee.single import ask_once

Json = dict[str, Any]
MOST_LOG = 4000
"""Signs of a log, of one decision: its end."""
_log = structlog.get_logger(__name__)


def play_one() -> int | None:
    """The table whose bot has answered; None where nobody waits, or this machine cannot play."""
    if fitness().is_at_rest:
        return None
    taken = prepared.rows(statements.TAKE, {})
    if not taken:
        return None
    token, task = taken[0]
    try:
        with _signs_of_life(token):
            told = _asked(orjson.loads(task))
    except Exception:  # whatever fails is ours: the table goes on by itself, and the bot is not blamed
        cause = traceback.format_exc()
        _log.warning("turn_failed", cause=cause)
        told = {"problem": storable(cause.strip().splitlines()[-1][:1000])}
    rows = prepared.rows(statements.ANSWER, {"token": token, "answer": orjson.dumps(told).decode()})
    return int(rows[0][0]) if rows else None


@contextmanager
def _signs_of_life(token: UUID) -> Iterator[None]:
    """From a thread of its own: a program may use its whole bank for a decision, and is built before the first."""
    is_over = threading.Event()

    def beat() -> None:
        while not is_over.wait(limits.TURN_HEARTBEAT_S):
            try:
                prepared.rows(statements.BEAT, {"token": token})
            except (DatabaseError, InterfaceError) as error:  # the next one finds the database again
                _log.warning("turn_heartbeat_failed", error=str(error))
                connection.close()
        connection.close()  # this thread's own; most decisions are made before it is ever opened

    threading.Thread(target=beat, name="turn-keeper", daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _asked(task: Json) -> Json:
    columns = [*READABLE["bots_botversion"], *(f"bot__{name}" for name in READABLE["bots_bot"])]
    version = BotVersion.objects.select_related("bot").only(*columns).get(pk=task["version"])
    if (lack := why_not_here()) and not version.bot.is_house:
        raise VoidError(lack)
    deal = SealedDeal(bytes.fromhex(task["seed"]), bytes.fromhex(task["salt"]))
    actions = [ReplayAction(*row) for row in task["actions"]]
    course = Course.resumed(task["variant"], deal, task["first_seat"], actions, rules_version=task["rules_version"])
    facts = GameFacts(
        deal.commitment[:16], course.variant, course.rules_version, deal.commitment, TimeControl(), memory_mb=0
    )
    seat = task["seat"]
    # Another one for every decision: the process is new each time, and must not throw the same dice again.
    random = SealedDeal(deal.seed, deal.salt + len(actions).to_bytes(4, "big")).bot_random(seat)
    channel = players().channel(version, course.variant.slug, random.encode())
    said = ask_once(course.state, seat, channel, facts, random)
    if said.fault:
        players().forget(version.pk)
    return {
        "action": said.action,
        "fault": said.fault,
        "sentence": storable(said.sentence[:1000]),
        "charged_ms": said.charged_ms,
        "log": storable(said.log[-MOST_LOG:]),
    }
