"""The style guide: every component on one page, for whoever builds the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import render

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def guide(request: HttpRequest) -> HttpResponse:
    """In production for staff only; others are not told that the page exists."""
    is_staff = not isinstance(request.user, AnonymousUser) and request.user.is_staff
    if settings.ENVIRONMENT.is_production and not is_staff:
        raise Http404
    return render(request, "web/design.html")
