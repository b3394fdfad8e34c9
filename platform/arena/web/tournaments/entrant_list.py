"""Entrants from a list: paste it or send a file, look at every line, then enter them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.tournaments.actions.audit import ActionError, require_state
from arena.tournaments.actions.entrant_list import MOST_CHARACTERS, ListLine, enter_list, preview, too_long
from arena.tournaments.models import TournamentState
from arena.web.person import person
from arena.web.tournaments.views import frame, managed_tournament


@login_required
def entrant_list(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = managed_tournament(request, slug)
    user = person(request)
    text, lines, reason = "", [], ""
    invites = "invites" in request.POST
    if request.method == "POST" and user is not None:
        try:
            text = _text(request)
            require_state(tournament, TournamentState.REGISTRATION)
            if "enter" in request.POST:
                lines = enter_list(tournament.pk, user, text, invites=invites)
                if not _faults(lines):
                    said = ngettext("%(count)d bot is entered.", "%(count)d bots are entered.", len(lines))
                    messages.success(request, said % {"count": len(lines)})
                    return redirect("tournaments:organise", slug)
            else:
                lines = preview(tournament, user, text, invites=invites)
        except ActionError as refused:
            reason = str(refused)
    context = {
        **frame(request, tournament, "organise"),
        "text": text,
        "lines": lines,
        "faults": _faults(lines),
        "reason": reason,
        "invites": invites,
    }
    return render(
        request, "tournaments/list_of_entrants.html", context, status=422 if reason or _faults(lines) else 200
    )


def _faults(lines: list[ListLine]) -> int:
    return sum(bool(line.error) for line in lines)


def _text(request: HttpRequest) -> str:
    """The file if there is one, else what was pasted."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("list", "")
    if file.size is None or file.size > 4 * MOST_CHARACTERS:  # the longest that so many characters can be
        raise ActionError(too_long())
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ActionError(_("The file is not text in UTF-8: save it as CSV UTF-8.")) from None
