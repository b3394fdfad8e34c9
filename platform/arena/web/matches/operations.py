"""Pages about the arena itself: the public ledger of faults, and the queue for staff."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.celery import QUEUES
from arena.health import resting, signs
from arena.matches import ledger
from arena.matches.actions import switch, void
from arena.matches.models import QueueSwitch, ThinkingLook, WorkerRole
from arena.matches.queue_report import queue_report
from arena.matches.timing import ALARM
from arena.tournaments.models import Tournament
from arena.tournaments.models.tournament import STARTED
from arena.web.person import staff_only


def faults(request: HttpRequest) -> HttpResponse:
    """How many attempts failed on our side: a promise kept in public."""
    return render(request, "matches/faults.html", {"weeks": ledger.weeks(), "stuck": ledger.stuck_games()})


@staff_only
def thinking(request: HttpRequest) -> HttpResponse:
    """Pairs whose thinking times and choices belong together. A reason to look at their games, and no more."""
    looks = list(ThinkingLook.objects.all())
    bots = {flag[key] for look in looks for flag in look.flags for key in ("teller", "listener")}
    known = Bot.objects.select_related("owner").in_bulk(bots)
    flagged = [
        {**flag, "variant": look.variant, "made_at": look.made_at, "teller": known[flag["teller"]],
         "listener": known[flag["listener"]]}
        for look in looks for flag in look.flags if flag["teller"] in known and flag["listener"] in known
    ]  # fmt: skip
    context = {"looks": looks, "flagged": sorted(flagged, key=lambda flag: flag["chance"]), "alarm": round(1 / ALARM)}
    return render(request, "matches/thinking.html", context)


@staff_only
def queue(request: HttpRequest) -> HttpResponse:
    context = {
        "report": queue_report(),
        "workers": {queue: signs.live_workers(queue) for queue in QUEUES},
        "resting": resting.all_at_rest(),
        "troubled": Tournament.objects.exclude(trouble="").filter(state__in=STARTED),
        "stopped": WorkerRole.objects.exclude(stopped_because=""),
        "now": timezone.now(),
    }
    return render(request, "matches/queue.html", context)


@staff_only
@require_POST
def switch_queue(request: HttpRequest, name: str, action: str) -> HttpResponse:
    assert isinstance(request.user, User)  # noqa: S101 - staff is logged in
    if name not in QueueSwitch.Queue.values or action not in {"pause", "resume"}:
        raise Http404
    if action == "pause":
        switch.pause(name, request.user, request.POST.get("reason", "")[:500])
        messages.warning(request, _("The queue %(name)s is paused; running games finish.") % {"name": name})
    else:
        switch.resume(name, request.user)
        messages.success(request, _("The queue %(name)s goes on.") % {"name": name})
    return redirect("matches:queue")


@staff_only
@require_POST
def try_again(request: HttpRequest, pk: int) -> HttpResponse:
    if void.try_stuck_game_again(pk):
        messages.success(request, _("Game %(pk)d is queued again.") % {"pk": pk})
    else:
        messages.error(request, _("Game %(pk)d is not stuck any more.") % {"pk": pk})
    return redirect("matches:queue")
