"""Who must have a second factor gets nowhere without one but to the page where it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from arena.accounts.models import User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

OPEN = (
    "/account/2fa/",
    "/account/logout/",
    "/account/reauthenticate/",
    "/account/password/",
    "/account/email/",
    "/api/",
    "/csp-report/",
    "/docs/",
    "/script/",
    "/style/",
    "/theme/",
)
"""What somebody needs to set it up, and what asks for no session."""


def must_have_one(user: User) -> bool:
    if settings.TWO_FACTOR == "organisers":
        return user.is_organiser
    return bool(settings.TWO_FACTOR == "staff" and user.is_staff)


def is_missing(user: User) -> bool:
    return must_have_one(user) and not is_mfa_enabled(user)


class TwoFactorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.TWO_FACTOR == "optional" or request.path.startswith(OPEN):
            return self.get_response(request)
        user = request.user
        if isinstance(user, User) and is_missing(user):
            messages.warning(request, _("Your role needs a second factor here: set up an app or a passkey first."))
            return redirect("mfa_index")
        return self.get_response(request)
