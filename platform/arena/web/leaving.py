"""Deleting the own account. Here and not among the accounts: bots and games have to be taken care of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.lib.alphabet import in_order
from arena.matches.actions.leave import LeaveError, leave

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest, HttpResponse


class LeaveForm(forms.Form):
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=gettext_lazy("So that nobody does this who merely finds your browser open."),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


@login_required
@require_http_methods(["GET", "POST"])
def leave_page(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    if not ratelimit.consume(request, action="reauthenticate", user=user):
        return ratelimit.respond_429(request)  # type: ignore[no-any-return]  # allauth carries no types
    form = LeaveForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            leave(user)
        except LeaveError as reason:
            form.add_error(None, str(reason))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for playing."))
            return redirect("home")
    context = {"form": form, "bots": Bot.objects.filter(owner=user).order_by(*in_order("name"))}
    return render(request, "account/delete.html", context, status=422 if form.errors else 200)
