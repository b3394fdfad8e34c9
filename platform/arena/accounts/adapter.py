"""Where django-allauth asks the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.db import transaction
from django.shortcuts import render

from arena.accounts import guessing, invitations, known_browser

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arena.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        if settings.SIGN_UP == "invited":
            return invitations.is_invited(request)
        return bool(settings.SIGN_UP == "open")

    def is_safe_url(self, url: str) -> bool:
        """An address that cannot be read, such as ``http://[``, leads nowhere; allauth would fail over it."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    @transaction.atomic
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        saved: User = super().save_user(request, user, form, commit)
        if settings.SIGN_UP == "invited" and not invitations.use(request, saved):
            raise ImmediateHttpResponse(render(request, "account/signup_closed.html", status=403))
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        # allauth rolls this back when the password is right, under this name.
        self._login_failed_rl_usage = guessing.count_try(request, credentials)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        known_browser.remember(request, response, user)
        return response
