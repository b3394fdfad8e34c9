"""The caller, and the queue for staff."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from arena.api.access import access_of, needs, user_of
from arena.api.problems import ProblemError
from arena.api.schemas import ConditionsOut, Me, QueueOut
from arena.api.scopes import Scope
from arena.bots.conditions import conditions
from arena.celery import QUEUES
from arena.health import signs
from arena.matches.queue_report import queue_report

router = Router(tags=["service"])


@router.get(
    "/me", response=Me, operation_id="get_me", summary="Whose token this is and what it may do", **needs(Scope.READ)
)
def get_me(request: HttpRequest) -> dict[str, Any]:
    user, access = user_of(request), access_of(request)
    assert access is not None  # noqa: S101 - user_of has looked at it
    return {
        "name": user.name,
        "role": user.role,
        "token_name": access.token.name,
        "scopes": access.token.scopes,
        "expires_at": access.token.expires_at,
    }


@router.get(
    "/conditions",
    response=ConditionsOut,
    operation_id="get_conditions",
    summary="What bots may use: packages, memory, time, and how large an upload may be",
)
def get_conditions(request: HttpRequest) -> dict[str, Any]:
    return conditions().to_json()


@router.get(
    "/queue",
    response=QueueOut,
    operation_id="get_queue",
    summary="What waits and who works; for staff",
    **needs(Scope.READ),
)
def get_queue(request: HttpRequest) -> dict[str, Any]:
    if not user_of(request).is_staff:
        raise ProblemError("forbidden", "The queue is shown to staff.")
    report = queue_report()
    return {
        "sources": report.sources,
        "running": report.running_games,
        "stuck": len(report.stuck),
        "checks_waiting": report.checks_waiting,
        "checks_running": report.checks_running,
        "paused": [switch.queue for switch in report.switches if switch.is_paused],
        "workers": {queue: signs.live_workers(queue) for queue in QUEUES},
    }
