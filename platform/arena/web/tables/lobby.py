"""Where one sits down: choose a game, or take the table that is laid."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.tables import house
from arena.tables.actions.beginning import open_lesson
from arena.tables.actions.opening import BOT, FRIEND, Order, open_table
from arena.tables.errors import TableError
from arena.tables.reading import tables_of
from arena.web.games import GameIntroduction, introduction
from arena.web.person import person
from arena.web.tables.visiting import comes_from_here, newcomer, remember, visitor
from engines import Variant, variant
from engines.registry import games, is_known

MOST_ASKED = 6
"""Bots of others in the lists: no table has more chairs for them."""
MOST_SHOWN = 20
"""Of one's own tables, the newest first; nobody plays at more."""


@dataclass(frozen=True)
class Choice:
    """A game in the lobby."""

    game: GameIntroduction
    variants: list[Variant]
    grades: list[tuple[str, str]]
    usual: str
    seats: range
    """Other chairs of the largest table."""
    own: list[tuple[str, str]]
    """The visitor's own bots that play this game."""
    asked: list[tuple[str, str]]
    """Bots of others that the address names: on their pages stands a link to it."""


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    wanted = request.GET.get("variant", "")
    user = person(request)
    own_bots = list(Bot.objects.open_to_practice(user).filter(owner=user)) if user else []
    asked = _asked(request, user)
    own = tables_of(visitor(request))[:MOST_SHOWN]
    context = {
        "choices": [_choice(game.name, own_bots, asked) for game in games()],
        "wanted": wanted,
        "tables": own,
        "friend": FRIEND,
        "bots_url": reverse("bots:list"),
    }
    return render(request, "tables/lobby.html", context)


def _asked(request: HttpRequest, user: User | None) -> list[Bot]:
    """``?bot=`` for each of them. The house bots stand in every list."""
    slugs = [slug[:80] for slug in request.GET.getlist("bot")[:MOST_ASKED]]
    if user is None or not slugs:
        return []
    return list(Bot.objects.open_to_practice(user).filter(slug__in=slugs, house_name="").exclude(owner=user))


def _choice(name: str, own_bots: list[Bot], asked: list[Bot]) -> Choice:
    game = next(game for game in games() if game.name == name)
    variants = game.engine.variants()
    most = max(each.seats for each in variants)
    own, others = ([(BOT + bot.slug, bot.name) for bot in bots if bot.plays(name)] for bots in (own_bots, asked))
    grades, usual = house.grades(name), house.usual_grade(name)
    return Choice(introduction(game), variants, grades, usual, range(1, most), own, others)


@csrf_exempt  # front page and game pages are kept for all visitors, so their forms have no token: see comes_from_here
@require_POST
def sit(request: HttpRequest) -> HttpResponse:
    """One click: a table is laid, and the first decision waits."""
    back = reverse("tables:lobby") + f"?variant={request.POST.get('variant', '')[:80]}"
    if not comes_from_here(request):
        messages.error(request, _("Press the button on this page to sit down."))
        return redirect(back)
    who = newcomer(request)
    try:
        table = open_table(who, _order(request), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
        return redirect(back)
    return remember(redirect(table), who)


@csrf_exempt
@require_POST
def learn(request: HttpRequest) -> HttpResponse:
    """The first game of a game: it explains itself while it is played."""
    if not comes_from_here(request):
        messages.error(request, _("Press the button on this page to sit down."))
        return redirect("tables:lobby")
    who = newcomer(request)
    try:
        table = open_lesson(who, request.POST.get("game", ""), timezone.now())
    except TableError as error:
        messages.error(request, str(error))
        return redirect("tables:lobby")
    return remember(redirect(table), who)


def _order(request: HttpRequest) -> Order:
    """Raises ``TableError``."""
    slug = request.POST.get("variant", "")
    if not is_known(slug):
        raise TableError(_("There is no such variant. Choose one from the list."))
    usual = request.POST.get("others", "") or house.usual_grade(variant(slug).game)
    seats = range(1, variant(slug).seats)
    return Order(slug, {seat: request.POST.get(f"seat-{seat}", "") or usual for seat in seats})
