"""The language of pages: as chosen in the footer, then as the account says, then as the browser asks.

Addresses are the same in all languages, so a link shows everybody their own. ``LocaleMiddleware`` reads the cookie and
the browser's wishes, ``arena.accounts.language`` the account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arena.accounts import language
from arena.web.choices import back_with_cookie
from arena.web.person import person

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def languages(request: HttpRequest) -> dict[str, Any]:
    """Context processor: codes, and each language's own name for itself."""
    return {"languages": settings.LANGUAGES}


# Exempt for the same reasons as the theme.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("language", "")
    code = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    language.remember(person(request), code)
    return back_with_cookie(request, settings.LANGUAGE_COOKIE_NAME, code)
