"""The language somebody reads: of mails, and of pages on a device where they have not chosen one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from arena.accounts.models import User


def remember(user: User | None, code: str) -> None:
    if user is not None and user.language != code:
        user.language = code
        user.save(update_fields=["language"])


def written_for(user: User) -> AbstractContextManager[None]:
    """Texts made inside are in the language of their reader, whoever made them."""
    return translation.override(_known(user) or settings.LANGUAGE_CODE)


class AccountLanguageMiddleware:
    """After the one that knows who asks. A choice on this device goes before: its cookie was looked at already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User) and (code := _known(user)):
                translation.activate(code)
                request.LANGUAGE_CODE = code
        return self.get_response(request)


def _known(user: User) -> str:
    """A language that an operator took away again is none."""
    return user.language if user.language in dict(settings.LANGUAGES) else ""
