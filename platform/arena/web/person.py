"""The visitor as one of our users, or nobody."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from arena.accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def staff_only(view: View[P]) -> View[P]:
    """Strangers may log in; people without the right are told so instead of being sent round in circles."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = person(request)
        if user is None:
            return redirect_to_login(request.get_full_path())
        if not user.is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded
