"""Put a suspended version back on a ladder: its owner's button on the bot's page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arena.ratings.ladder.suspension import put_back
from arena.ratings.models import LadderEntry
from arena.web.person import person


@login_required
@require_POST
def put_back_on_ladder(request: HttpRequest, pk: int) -> HttpResponse:
    entry = get_object_or_404(LadderEntry.objects.select_related("version__bot", "pool"), pk=pk)
    if not entry.version.bot.belongs_to(person(request)):
        raise PermissionDenied
    words = {"bot": entry.version, "pool": entry.pool}
    if put_back(entry.pk):
        messages.success(request, _("%(bot)s plays on %(pool)s again from the next cycle on.") % words)
    else:
        messages.info(request, _("%(bot)s was on %(pool)s already.") % words)
    return redirect(entry.version.bot)
