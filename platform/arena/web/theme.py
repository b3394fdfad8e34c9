"""Light, dark, or as the device says.

The choice is kept in a cookie and written into the page by the server: the first paint is right, without a script
that a strict content security policy would forbid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "theme"
CHOICES = ("auto", "light", "dark")
ONE_YEAR_S = 365 * 24 * 3600
"""Of the cookie: browsers cut longer ones to 400 days."""


def chosen(request: HttpRequest) -> str:
    theme = request.COOKIES.get(COOKIE, "auto")
    return theme if theme in CHOICES else "auto"


def theme(request: HttpRequest) -> dict[str, Any]:
    """Context processor."""
    return {"theme": chosen(request)}


# Exempt: a forged change of colours harms nobody, and without a token pages for visitors need no cookie.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("theme", "auto")
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(
        COOKIE,
        wanted if wanted in CHOICES else "auto",
        max_age=ONE_YEAR_S,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
