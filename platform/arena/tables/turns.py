"""Decisions of bots at a table, on the arena's side: asking for them, reading what a worker told, and their logs."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from django.conf import settings
from django.db.models.functions import Now
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.accounts.models import User
from arena.tables import limits
from arena.tables.models import Sitter, Sitting, Table, Turn, TurnState
from arena.tables.stored import deal_of
from referee.faults import FaultKind

Json = dict[str, Any]


class Answer(BaseModel):
    """A worker is not trusted with tables: the form of what it says is looked at, and the rules look at the action."""

    model_config = ConfigDict(extra="forbid")
    action: int | None = None
    fault: FaultKind | None = None
    sentence: Annotated[str, Field(max_length=1000)] = ""
    charged_ms: Annotated[float, Field(ge=0, le=1e7)] = 0.0
    log: Annotated[str, Field(max_length=8000)] = ""
    problem: Annotated[str, Field(max_length=1000)] = ""


def answer_of(turn: Turn) -> Answer:
    told = turn.answer if isinstance(turn.answer, dict) else {}
    try:
        answer = Answer.model_validate({**told, "fault": told.get("fault") or None})
    except ValidationError:
        answer = Answer()
    says_something = answer.problem or answer.fault or answer.action is not None
    return answer if says_something else Answer(problem="The worker's answer has another form.")


def ask(table: Table, sitting: Sitting, at: int, now: datetime) -> None:
    """Put the decision where workers find it. Again changes nothing."""
    deal = deal_of(table)
    task = {
        "version": sitting.version_id,
        "variant": table.variant,
        "seat": sitting.seat,
        "seed": deal.seed.hex(),
        "salt": deal.salt.hex(),
        "first_seat": table.first_seat,
        "rules_version": table.rules_version,
        "actions": table.actions,
    }
    Turn.objects.get_or_create(table=table, seat=sitting.seat, at=at, defaults={"asked_at": now, "task": task})


def take_back() -> None:
    """Of workers that went silent: another one takes the decision, and after some of them the house does."""
    silent = Turn.objects.filter(state=TurnState.RUNNING, heartbeat_at__lt=Now() - limits.TURN_SILENT)
    told = {"problem": "The workers that asked the bot gave no sign of life."}
    silent.filter(attempts__gte=limits.TURN_ATTEMPTS).update(state=TurnState.DONE, answer=told, task={}, token=None)
    # Without the old sign of life: a worker of an older release, which gives none, would lose the decision at once.
    silent.update(state=TurnState.WAITING, token=None, heartbeat_at=None)


def forget_logs(now: datetime) -> int:
    """As old as other logs of bots may become."""
    if not settings.KEEP_EVIDENCE_DAYS:
        return 0
    until = now - timedelta(days=settings.KEEP_EVIDENCE_DAYS)
    return Turn.objects.filter(asked_at__lt=until, state=TurnState.TAKEN).delete()[0]


def give_up(table: Table) -> None:
    """Nobody came for them in time, or nobody waits any more: what comes later is no longer heard."""
    table.turns.filter(state__in=[TurnState.WAITING, TurnState.RUNNING]).delete()


def shows_logs(sittings: list[Sitting], table: Table, user: User | None) -> set[int]:
    """Seats whose logs the person may read: of own bots, for they tell their cards. While others play, nobody's.

    Staff is no owner here: at this table it may be the opponent.
    """
    if user is None:
        return set()
    others = any(sitting.is_present and sitting.user_id != user.pk for sitting in sittings)
    if table.is_open and others:
        return set()
    own = (sitting for sitting in sittings if sitting.sitter == Sitter.BOT and sitting.version is not None)
    return {sitting.seat for sitting in own if sitting.version and sitting.version.bot.owner_id == user.pk}


def logs(table: Table, seats: set[int], since: int) -> list[Json]:
    """What the bots in these seats wrote at decisions after the first ``since`` actions."""
    turns = table.turns.filter(seat__in=seats, at__gte=since, state=TurnState.TAKEN)
    return [_line(turn, answer_of(turn)) for turn in turns]


def _line(turn: Turn, answer: Answer) -> Json:
    return {
        "seat": turn.seat,
        "at": turn.at,
        "ms": round(answer.charged_ms, 1),
        "fault": answer.fault.value if answer.fault else "",
        "sentence": answer.sentence,
        "log": answer.log,
    }
