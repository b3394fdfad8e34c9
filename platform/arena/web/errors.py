"""Error pages. Each says what happened in plain words and offers a way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.http import HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def server_error(request: HttpRequest) -> HttpResponse:
    """Without context processors: any of them may be what failed."""
    page = render_to_string("500.html", {"request_id": structlog.contextvars.get_contextvars().get("request_id")})
    return HttpResponseServerError(page)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", {"reason": reason}, status=403)
