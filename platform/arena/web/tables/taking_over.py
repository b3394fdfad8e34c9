"""Taking over a seat of a replay: the form stands below every replay whose cards lie open."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arena.matches import replay_store
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import is_open
from arena.tables.actions.taking_over import take_over
from arena.tables.errors import TableError
from arena.tables.models import Table
from arena.tables.stored import replay_of
from arena.tables.visitor import Visitor
from arena.web.person import person
from arena.web.tables.playing import found
from arena.web.tables.visiting import comes_from_here, newcomer, remember


def takers(names: list[str]) -> list[tuple[int, str]]:
    """The seats that can be taken over, as the list of the form has them."""
    return [(seat, _("Seat %(seat)d: %(name)s") % {"seat": seat, "name": name}) for seat, name in enumerate(names)]


@csrf_exempt  # the page of a replay is kept for all visitors, so its form has no token: see comes_from_here
@require_POST
def of_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Of a game of bots, when its block is finished: all its cards are shown."""
    asked = with_seats(visible_games(person(request))).select_related("block__match", "replay")
    game = get_object_or_404(asked, pk=pk)
    stored = game.replay
    if stored is None or not is_open(game):
        raise Http404
    versions = {seat.seat: seat.version for seat in game.seats.all()}
    bots = {seat: version.bot.house_name for seat, version in versions.items()}
    back = reverse("watching:watch", args=[pk])

    def lay(who: Visitor, seat: int, at: int) -> Table:
        replay, now = replay_store.load(stored), timezone.now()
        return take_over(who, replay, seat=seat, at=at, bots=bots, now=now, game=pk, versions=versions)

    return _laid(request, back, lay)


@csrf_exempt
@require_POST
def of_table(request: HttpRequest, code: str) -> HttpResponse:
    """Of a table of people, when all may see its cards."""
    table, sittings = found(code)
    if not table.shows_all(timezone.now()):
        raise Http404
    bots = {sitting.seat: sitting.house_name for sitting in sittings}
    versions = {sitting.seat: sitting.version for sitting in sittings if sitting.version is not None}

    def lay(who: Visitor, seat: int, at: int) -> Table:
        replay, now = replay_of(table, sittings), timezone.now()
        return take_over(who, replay, seat=seat, at=at, bots=bots, now=now, versions=versions)

    return _laid(request, reverse("tables:watch", args=[code]), lay)


def _laid(request: HttpRequest, back: str, lay: Callable[[Visitor, int, int], Table]) -> HttpResponse:
    if not comes_from_here(request):
        messages.error(request, _("Press the button on this page to sit down."))
        return redirect(back)
    who = newcomer(request)
    try:
        table = lay(who, _number(request, "seat"), _number(request, "at"))
    except TableError as error:
        messages.error(request, str(error))
        return redirect(back)
    return remember(redirect(table), who)


def _number(request: HttpRequest, key: str) -> int:
    said = request.POST.get(key, "")
    if not (said.isascii() and said.isdecimal() and len(said) < 7):
        raise TableError(_("Choose a seat and a decision."))
    return int(said)
