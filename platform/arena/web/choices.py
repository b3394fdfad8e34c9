"""A choice of how pages look, kept in a cookie: theme, language. The form that makes it leads back to its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

ONE_YEAR_S = 365 * 24 * 3600
"""Of the cookie: browsers cut longer ones to 400 days."""


def back_with_cookie(request: HttpRequest, name: str, value: str) -> HttpResponse:
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(name, value, max_age=ONE_YEAR_S, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response
