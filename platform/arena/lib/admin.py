"""What the pages of the administration share: rows to read, and actions that ask before they act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.template.response import TemplateResponse

if TYPE_CHECKING:
    from django.http import HttpRequest

    _Base = admin.ModelAdmin[Any]
else:
    _Base = admin.ModelAdmin

MOST_AT_ONCE = 200
"""Each row is one call of an action with its own locks, all within the one request."""
Action = Callable[["ReadOnlyAdmin", "HttpRequest", QuerySet[Any]], HttpResponse | None]


class ReadOnlyAdmin(_Base):
    """Staff reads here. What may change is changed by an action that keeps the invariants, never by a form."""

    list_per_page = 50
    show_full_result_count = False  # counting millions of games costs more than the page
    open_fields: tuple[str, ...] = ()
    """Fields that a form may change after all."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The role says who is staff; there are no finer rights to hand out one by one."""
        return _is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For the actions; a form without open fields only shows."""
        return _is_staff(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        shown = [name for name in self._shown() if name not in self.open_fields]
        return tuple(dict.fromkeys([*self.readonly_fields, *shown]))

    def _shown(self) -> list[str]:
        hidden = set(self.exclude or ())
        return [field.name for field in self.model._meta.fields if field.editable and field.name not in hidden]


def _is_staff(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_staff", False))


def confirmed(question: str, done: str) -> Callable[[Callable[[Any], bool]], Action]:
    """Make an action out of a function of one row: it lists the rows and asks, then acts and says what came of it.

    ``done`` takes ``%(count)d``. The function returns False for a row that was not in the state for it any more.
    """

    def decorate(act: Callable[[Any], bool]) -> Action:
        def action(model_admin: ReadOnlyAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
            rows = list(queryset[: MOST_AT_ONCE + 1])
            if len(rows) > MOST_AT_ONCE:
                model_admin.message_user(request, f"Choose at most {MOST_AT_ONCE} rows.", messages.ERROR)
                return None
            if "confirmed" not in request.POST:
                return _ask(model_admin, request, rows, question)
            count = sum(act(row) for row in rows)
            model_admin.message_user(request, done % {"count": count}, messages.SUCCESS)
            if count < len(rows):
                left = len(rows) - count
                model_admin.message_user(request, f"{left} could not be changed in their state.", messages.WARNING)
            return None

        action.__name__ = act.__name__
        action.short_description = act.__doc__  # type: ignore[attr-defined]  # Django's way to name an action
        action.allowed_permissions = ["change"]  # type: ignore[attr-defined]  # Django's way to guard one
        return action

    return decorate


def _ask(model_admin: ReadOnlyAdmin, request: HttpRequest, rows: list[Model], question: str) -> HttpResponse:
    context = {
        **model_admin.admin_site.each_context(request),
        "title": question,
        "opts": model_admin.model._meta,
        "rows": rows,
        "action": request.POST["action"],
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/confirm.html", context)
