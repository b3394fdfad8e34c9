"""Friends come with the address of a table: taking a chair, and beginning without those who do not come."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from arena.tables.actions import joining
from arena.tables.errors import TableError
from arena.web.tables.visiting import newcomer, remember, visitor


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    who = newcomer(request)
    try:
        joining.join(code, who, request.POST.get("name", ""), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
        return redirect("tables:table", code=code)
    return remember(redirect("tables:table", code=code), who)


@require_POST
def fill(request: HttpRequest, code: str) -> HttpResponse:
    try:
        joining.fill(code, visitor(request), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
    return redirect("tables:table", code=code)
