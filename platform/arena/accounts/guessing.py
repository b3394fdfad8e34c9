"""How often a password may be guessed: by address and account, and for an account as a whole.

Nobody can lock an account: the strict limit counts the tries of one address at one account. The wide one, against many
addresses, does not hold for browsers that the account knows, and a new password by mail sets it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage, get_ip
from django.db.models import Q

from arena.accounts import known_browser
from arena.accounts.models import User

if TYPE_CHECKING:
    from django.http import HttpRequest

_APP = "allauth.account"


def count_try(request: HttpRequest, credentials: dict[str, Any]) -> RateLimitUsage | None:
    """None: too many. What is returned can be rolled back when the password was right."""
    login = str(credentials.get("email") or credentials.get("username") or "").lower()
    user = _account(login)
    account = f"account:{user.pk}" if user else f"login:{login}"
    mark = known_browser.mark_of(request, user) if user else None
    if mark is not None:
        return _consume(request, "login_failed_known", f"{account}:{mark}")
    at_address = _consume(request, "login_failed", f"{account}:{get_ip(request)}")
    if at_address is None:
        return None
    everywhere = _consume(request, "login_failed_everywhere", account)
    return everywhere and RateLimitUsage([*at_address.usage, *everywhere.usage])


def forget_tries(request: HttpRequest, user: User) -> None:
    """Whoever made a new password by mail is the owner: what strangers tried no longer stands in the way."""
    ratelimit.clear(request, app=_APP, action="login_failed_everywhere", key=f"account:{user.pk}")


def _consume(request: HttpRequest, action: str, key: str) -> RateLimitUsage | None:
    return ratelimit.consume(request, app=_APP, action=action, key=key)


def _account(login: str) -> User | None:
    """One count for the account, whether its name or its address is tried."""
    users = User.objects.filter(Q(name=login) | Q(emailaddress__email__iexact=login, emailaddress__verified=True))
    return users.order_by("pk").first() if login and "\0" not in login else None
