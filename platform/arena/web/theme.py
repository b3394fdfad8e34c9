"""Light, dark, or as the device says.

The choice is kept in a cookie and written into the page by the server: the first paint is right, without a script
that a strict content security policy would forbid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arena.web.choices import back_with_cookie

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "theme"
CHOICES = ("auto", "light", "dark")


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
    return back_with_cookie(request, COOKIE, wanted if wanted in CHOICES else "auto")
