"""The costliest habits of a bot: a page for its owner."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.accounts.models import User
from arena.replays.analysing import AnalysisError
from arena.replays.habits import analyse_newest, habits
from arena.web.bots.views import own_bot


@login_required
def habits_page(request: HttpRequest, slug: str) -> HttpResponse:
    bot = own_bot(request, slug)
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    if request.method == "POST":
        try:
            asked = analyse_newest(bot, user)
        except AnalysisError as reason:
            messages.error(request, str(reason))
        else:
            told = ngettext("%(count)d game will be analysed.", "%(count)d games will be analysed.", asked)
            none = _("There is no other finished game of this bot that can be judged.")
            messages.info(request, told % {"count": asked} if asked else none)
        return redirect("bots:habits", bot.slug)
    return render(request, "bots/habits.html", {"bot": bot, "habits": habits(bot, user)})
