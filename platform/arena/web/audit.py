"""The audit log for staff: everybody who may look behind the scenes sees who did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.accounts.models import AuditEntry
from arena.web.paging import page_of
from arena.web.person import staff_only

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@staff_only
@require_GET
def audit_log(request: HttpRequest) -> HttpResponse:
    return render(request, "web/audit.html", {"page": page_of(request, AuditEntry.objects.order_by("-id"))})
