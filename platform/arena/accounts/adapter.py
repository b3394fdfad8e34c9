"""Where django-allauth asks the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings

if TYPE_CHECKING:
    from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP_IS_OPEN)
