"""What follows from what allauth tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.signals import password_reset
from django.dispatch import receiver

from arena.accounts.guessing import forget_tries

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arena.accounts.models import User


@receiver(password_reset)
def on_password_reset(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    forget_tries(request, user)
