"""Whom to tell about a weakness of this site, where tools and people look for it (RFC 9116)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

if TYPE_CHECKING:
    from django.http import HttpRequest

GOOD_FOR = timedelta(days=90)
"""The standard wants a date after which nobody trusts the file; it is made anew for every reader."""


@require_GET
def contact(request: HttpRequest) -> HttpResponse:
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {timezone.now() + GOOD_FOR:%Y-%m-%dT%H:%M:%SZ}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
        "Preferred-Languages: en",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
