"""What staff changes is written down: in the audit log for other staff, and as a line of the log for machines.

One place for pages, administration and API: whatever a request of staff changed, it came through here. What somebody
changes of their own account is theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME

from arena.accounts.models import AuditAction, AuditEntry, User

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_AFFAIRS = ("account", "mfa", "usersessions", "theme", "logout", "csp")
"""Beginnings of the names of views: logging in, a second factor, light or dark."""
_MOST_ROWS = 20
"""Numbers that are written down of a choice in a list; that there were more is said."""
_log = structlog.get_logger("arena.staff")


class StaffActionsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method not in _LOOKING and response.status_code < 400 and (staff := _staff(request)):
            _write_down(request, staff)
        return response


def _staff(request: HttpRequest) -> User | None:
    """By a session, or by a token of the API."""
    for who in (getattr(getattr(request, "access", None), "user", None), getattr(request, "user", None)):
        if isinstance(who, User) and who.is_active and who.is_staff:
            return who
    return None


def _write_down(request: HttpRequest, staff: User) -> None:
    match = request.resolver_match
    name = match.view_name if match else ""
    if not match or name.startswith(_OWN_AFFAIRS) or _only_asks(request, name):
        return
    details = {key: str(value) for key, value in match.kwargs.items()}
    if name.startswith("admin:") and (action := request.POST.get("action")):
        rows = request.POST.getlist(ACTION_CHECKBOX_NAME)
        details |= {"action": action, "rows": ",".join(rows[:_MOST_ROWS]) + (" …" if len(rows) > _MOST_ROWS else "")}
    _log.info("staff_action", by=staff.name, by_id=staff.pk, method=request.method, view=name, **_plain(details))
    words = " ".join(f"{key}={value}" for key, value in details.items())
    AuditEntry.objects.create(
        by=staff,
        by_name=str(staff)[:60],
        action=AuditAction.CHANGE,
        subject=f"{request.method} {name} {words}".strip()[:200],
        address="",  # of a form: nothing to open again
    )


def _only_asks(request: HttpRequest, view: str) -> bool:
    """An action of the administration shows first what it would do (see ``arena.lib.admin``)."""
    return view.endswith("_changelist") and "confirmed" not in request.POST


def _plain(details: dict[str, str]) -> dict[str, str]:
    """Names that a log line does not use itself."""
    return {f"of_{key}": value for key, value in details.items()}
