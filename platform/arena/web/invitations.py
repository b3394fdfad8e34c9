"""Invitations, for staff: a link for each person while strangers cannot make accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from arena.accounts.invitations import FIELD, invite
from arena.accounts.models import Invitation, User
from arena.web.paging import page_of
from arena.web.person import staff_only

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@staff_only
@require_http_methods(["GET", "POST"])
def invitation_list(request: HttpRequest) -> HttpResponse:
    link = ""
    if request.method == "POST":
        assert isinstance(request.user, User)  # noqa: S101 - staff is logged in
        _made, secret = invite(request.user, request.POST.get("note", ""))
        link = f"{settings.SITE_URL}{reverse('account_signup')}?{FIELD}={secret}"
    found = Invitation.objects.select_related("made_by", "used_by").order_by("-id")
    context = {"page": page_of(request, found), "link": link, "sign_up": settings.SIGN_UP}
    return render(request, "web/invitations.html", context)
