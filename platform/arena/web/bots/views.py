"""Pages of bots: the list, one bot, what its owner may do with it."""

from __future__ import annotations

import time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.actions.manage import BotActionError
from arena.bots.actions.submit import SubmitError
from arena.bots.models import Bot
from arena.bots.quotas import QuotaError
from arena.bots.roster import roster
from arena.lib.alphabet import in_order
from arena.matches.actions.practice import PracticeError, request_practice
from arena.matches.line_up import line_up
from arena.matches.reading import recent_games
from arena.ratings.ladder.places import ladder_places
from arena.ratings.leaderboard.stamp import boards_stamp
from arena.replays.luck import luck_of_version
from arena.tables.actions.opening import BOT
from arena.web.bots.forms import BotForm, PracticeForm, opponent_counts
from arena.web.games import introductions
from arena.web.kept.pages import kept_for_visitors
from arena.web.kept.parts import audience, kept_part, practice_audience
from arena.web.ladders.badges import badges
from arena.web.ladders.bot_stats import Places, bot_stats, places, suspensions
from arena.web.paging import page_of
from arena.web.person import person
from arena.web.sharing.cards import bot_card
from engines import variants

VERSIONS_PER_PAGE = 20
GAMES_MAY_BE_OLD_S = 2.0
"""For visitors: what else a bot's page shows is never old, but for its luck."""
LUCK_MAY_BE_OLD_S = 60


@kept_for_visitors(roster)
def bot_list(request: HttpRequest) -> HttpResponse:
    """Everybody's bots; search by name or owner, filter by game, house or own."""
    bots = Bot.objects.visible_to(person(request)).select_related("owner", "active_version")
    wanted = {key: request.GET.get(key, "").strip() for key in ("q", "game", "kind")}
    if wanted["q"]:
        bots = bots.filter(name__icontains=wanted["q"]) | bots.filter(owner__name__icontains=wanted["q"])
    if wanted["game"]:
        bots = bots.filter(games__contains=[wanted["game"]])
    if wanted["kind"] == "house":
        bots = bots.exclude(house_name="")
    if wanted["kind"] == "mine" and request.user.is_authenticated:
        bots = bots.filter(owner=request.user)
    context = {
        "page": page_of(request, bots.order_by(*in_order("name")).distinct()),
        "wanted": wanted,
        "games": introductions(),
    }
    return render(request, "bots/list.html", context)


def visible_bot(request: HttpRequest, slug: str) -> Bot:
    bot = get_object_or_404(Bot.objects.select_related("owner", "active_version"), slug=slug)
    if not bot.is_visible_to(person(request)):
        raise Http404  # a private bot does not exist for others, not even as a refusal
    return bot


def own_bot(request: HttpRequest, slug: str) -> Bot:
    bot = visible_bot(request, slug)
    if not bot.belongs_to(person(request)):
        raise PermissionDenied
    return bot


def stats_part(bot: Bot, user: User | None, ladder: str, known: int) -> SafeString:
    """Made once for a fit; who may know of a private opponent gets one of their own.

    ``known``: the roster, read before anything else.
    """
    where = places(bot, ladder)
    if where is None:
        return SafeString()
    fits = tuple((standing.pool.variant, standing.pk) for standing in where.standings)
    pool = where.standing.pool
    key = (known, bot.pk, audience(user, known), fits, where.standing.pk, pool.fitted_seq, pool.fitted_at)
    stats = kept_part("ladders/bot_stats.html", key, lambda: {"stats": bot_stats(bot, user, where)})
    return stats + _luck_part(bot, user, where, known)


def _luck_part(bot: Bot, user: User | None, where: Places, known: int) -> SafeString:
    """Courses of games come in one by one, some seconds after they ended."""
    minute = int(time.time() // LUCK_MAY_BE_OLD_S)
    version, pool = where.standing.version_id, where.standing.pool
    key = (known, bot.pk, audience(user, known), version, pool.pk, minute)
    return kept_part("ladders/luck.html", key, lambda: {"luck": luck_of_version(version, pool, user)})


def practice_context(bot: Bot, fields: PracticeForm | SafeString) -> dict[str, object]:
    return {"bot": bot, "practice": fields, "opponent_counts": opponent_counts(bot)}


def fresh_practice(bot: Bot, user: User, known: int) -> SafeString:
    """The fields as nobody has filled them in: two hundred boxes cost more than all the rest of a page."""
    key = (known, bot.pk, practice_audience(user, known))
    return kept_part("bots/practice_fields.html", key, lambda: {"form": PracticeForm(bot, user)})


@kept_for_visitors(lambda slug: boards_stamp(), GAMES_MAY_BE_OLD_S)
def bot_page(request: HttpRequest, slug: str) -> HttpResponse:
    known = roster()
    bot = visible_bot(request, slug)
    user = person(request)
    context = {
        "bot": bot,
        "card": bot_card(bot),
        "is_own": bot.belongs_to(user),
        "page": page_of(request, bot.versions.order_by("-number"), VERSIONS_PER_PAGE),
        "games": recent_games(bot, user),
        "stats": stats_part(bot, user, request.GET.get("ladder", ""), known),
        "suspensions": suspensions(bot),
        "placements": [place for place in ladder_places(bot) if place.missing or not place.is_final],
        "badges": badges(bot),
    }
    if user is not None and bot.active_version:
        context |= practice_context(bot, fresh_practice(bot, user, known))
    if may_sit_down(bot, user):
        context |= {
            "tables": [each for each in variants() if bot.plays(each.game)],
            "sits_as": bot.house_name or BOT + bot.slug,
        }
    return render(request, "bots/bot.html", context)


def may_sit_down(bot: Bot, user: User | None) -> bool:
    """House bots play with everybody, bots of authors with accounts if their owners allow it."""
    if bot.is_retired or bot.active_version is None:
        return False
    return bot.is_house or (user is not None and (bot.allows_practice or bot.owner_id == user.pk))


@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    bot = own_bot(request, slug)
    form = BotForm(request.POST or None, instance=bot)
    if request.method == "POST" and form.is_valid():
        try:
            manage.edit(bot, **form.cleaned_data)
        except SubmitError as reason:
            form.add_error(reason.field or None, str(reason))
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": bot.name})
            return redirect(bot)
    return render(request, "bots/edit.html", {"bot": bot, "form": form})


@login_required
@require_POST
def change(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Retire, bring back or delete: each is one button with its own words."""
    bot = own_bot(request, slug)
    try:
        if action == "delete":
            manage.delete(bot)
            messages.success(request, _("%(name)s is deleted.") % {"name": bot.name})
            return redirect("dashboard")
        {"retire": manage.retire, "bring-back": manage.bring_back}[action](bot)
    except BotActionError as reason:
        messages.error(request, str(reason))
    except KeyError:
        raise Http404 from None
    return redirect(bot)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practise(request: HttpRequest, slug: str) -> HttpResponse:
    known = roster()
    bot = visible_bot(request, slug)
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    if request.method != "POST":  # a page of errors that somebody reloads or keeps
        return render(request, "bots/practice.html", practice_context(bot, fresh_practice(bot, user, known)))
    form = PracticeForm(bot, user, request.POST)
    if form.is_valid():
        try:
            versions = line_up(bot, form.cleaned_data["opponents"], form.cleaned_data["variant"])
            match = request_practice(
                user,
                versions,
                form.cleaned_data["variant"],
                form.cleaned_data["blocks"],
                one_game=form.cleaned_data["one_game"],
            )
        except (PracticeError, QuotaError) as reason:
            form.add_error(getattr(reason, "field", "") or None, str(reason))
        else:
            return redirect(match)
    return render(request, "bots/practice.html", practice_context(bot, form), status=422)
