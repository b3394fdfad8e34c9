"""The page of one's own tokens: make, see, revoke. Only here: a token cannot make tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from arena.accounts.models import User
from arena.api.actions import TokenError, create_token, revoke_token
from arena.api.models import AccessToken
from arena.api.scopes import Scope

DAYS = (
    ("7", gettext_lazy("a week")),
    ("30", gettext_lazy("a month")),
    ("90", gettext_lazy("three months")),
    ("365", gettext_lazy("a year")),
)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What it is for"), max_length=60, help_text=gettext_lazy("For example the machine it is on.")
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    days = forms.ChoiceField(label=gettext_lazy("Valid for"), choices=DAYS, initial="90")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """A new secret is in the answer to the form itself and nowhere else: no redirect, no session, no cache."""
    user = cast("User", request.user)
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            _token, secret = create_token(
                user, cleaned["name"], cleaned["scopes"], timedelta(days=int(cleaned["days"]))
            )
        except TokenError as reason:
            form.add_error(None, str(reason))
        else:
            form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": AccessToken.objects.filter(user=user)[:100]}
    return render(request, "account/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    if not revoke_token(cast("User", request.user), pk):
        raise Http404
    messages.success(request, _("The token is revoked. Whatever used it is refused from now on."))
    return redirect("account_tokens")
