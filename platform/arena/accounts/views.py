from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arena.accounts.forms import ProfileForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arena.accounts.models import User


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=cast("User", request.user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile is saved."))
        return redirect("account_settings")
    return render(request, "account/settings.html", {"form": form})
