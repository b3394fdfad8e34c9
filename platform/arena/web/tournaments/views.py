"""Pages of tournaments that everybody sees."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from arena.tournaments.facts import plan_of
from arena.tournaments.formats.interface import Format, Preset
from arena.tournaments.models import Node, Tournament, TournamentState
from arena.tournaments.qualifying import BRACKETS
from arena.tournaments.reading import (
    MatchLine,
    bracket_title,
    entrants_by_seed,
    find_node,
    match_line,
    match_lines,
    progress,
    rounds_of,
    visible_tournaments,
)
from arena.tournaments.registry import FORMATS, PRESETS
from arena.tournaments.stages import TournamentPlan
from arena.web.paging import page_of
from arena.web.person import person
from arena.web.tournaments.bracket import draw
from arena.web.tournaments.forms import RegisterForm
from arena.web.tournaments.tables import cross_tables, place_lines, tables_of
from engines import variant

_PER_LIST = 50


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    found = visible_tournaments(person(request)).select_related("owner")
    running = (TournamentState.RUNNING, TournamentState.PAUSED)
    upcoming = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.SEEDED)
    context = {
        "running": found.filter(state__in=running)[:_PER_LIST],
        "upcoming": found.filter(state__in=upcoming)[:_PER_LIST],
        "page": page_of(request, found.filter(state__in=(TournamentState.FINISHED, TournamentState.CANCELLED)), 20),
    }
    return render(request, "tournaments/list.html", context)


def shown(request: HttpRequest, slug: str) -> Tournament:
    return get_object_or_404(visible_tournaments(person(request)).select_related("owner"), slug=slug)


def frame(request: HttpRequest, tournament: Tournament, here: str) -> dict[str, Any]:
    """What all pages of a tournament share."""
    user = person(request)
    return {
        "tournament": tournament,
        "variant": variant(tournament.variant),
        "format": _format(tournament),
        "manages": tournament.may_manage(user),
        "here": here,
    }


def _format(tournament: Tournament) -> Format[Any] | Preset[Any]:
    return PRESETS.get(tournament.format) or FORMATS[tournament.format]


def _plan(tournament: Tournament) -> TournamentPlan | None:
    return plan_of(tournament) if tournament.stages.exists() else None


@require_GET
def home(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    user = person(request)
    entrants = list(tournament.entrants.select_related("bot__active_version", "version", "owner", "departure"))
    seeded = {each.seed: each for each in entrants if each.seed is not None}
    lines = match_lines(tournament, seeded)
    context = {
        **frame(request, tournament, "home"),
        "entrants": entrants,
        "progress": progress(tournament, lines) if lines else None,
        "live": [line for line in lines if line.node.state == "running"][:12],
        "podium": place_lines(tournament.places[:3], seeded),
        "register": RegisterForm(tournament, user)
        if user is not None and tournament.state == TournamentState.REGISTRATION
        else None,
    }
    template = "tournaments/progress.html" if request.headers.get("HX-Request") else "tournaments/home.html"
    return render(request, template, context)


@require_GET
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Brackets as pictures, groups as cross tables, everything else round by round."""
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants)
    followed = _followed(request, entrants)
    stages = []
    for stage in tournament.stages.all():
        own = [line for line in lines if line.node.round.stage_id == stage.pk]
        picture = None
        if stage.format in BRACKETS:
            titles = {f"{line.node.bracket} {line.node.number_in_bracket}": bracket_title(line.node) for line in own}
            picture = draw(own, titles, followed)
        stages.append(
            {
                "stage": stage,
                "title": FORMATS[stage.format].title,
                "picture": picture,
                "crosses": cross_tables(own, entrants),
                "rounds": rounds_of(own),
            }
        )
    context = {
        **frame(request, tournament, "matches"),
        "stages": stages,
        "several": len(stages) > 1,
        "entrants": entrants.values(),
        "followed": followed,
    }
    return render(request, "tournaments/matches.html", context)


def _followed(request: HttpRequest, entrants: dict[int, Any]) -> int | None:
    wanted = request.GET.get("bot", "")
    return next((seed for seed, entrant in entrants.items() if entrant.bot.slug == wanted), None)


@require_GET
def match_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    tournament = shown(request, slug)
    context = {**frame(request, tournament, "matches"), "line": line_of(tournament, key)}
    return render(request, "tournaments/match.html", context)


def line_of(tournament: Tournament, key: str) -> MatchLine:
    node = node_of(tournament, key)
    return match_line(node, entrants_by_seed(tournament))


def node_of(tournament: Tournament, key: str) -> Node:
    found = find_node(tournament, key)
    if found is None:
        raise Http404
    return found


@require_GET
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    plan = _plan(tournament)
    stages = []
    for number, stage_plan in enumerate(plan.stages if plan else (), start=1):
        places = [[place.place, place.entrant] for place in stage_plan.places if isinstance(place.entrant, int)]
        stages.append(
            {
                "number": number,
                "title": FORMATS[tournament.setups()[number - 1].format].title,
                "tables": tables_of(stage_plan, entrants),
                "places": place_lines(places, entrants),
            }
        )
    preview = plan.preview if plan else None
    context = {
        **frame(request, tournament, "standings"),
        "stages": stages,
        "final": place_lines(tournament.places, entrants),
        "preview": [(each.seed, entrants[each.id]) for each in preview.entrants if isinstance(each.id, int)]
        if preview
        else [],
    }
    return render(request, "tournaments/standings.html", context)


@require_GET
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    entries = tournament.audit.select_related("by").prefetch_related("undone_by")
    context = {**frame(request, tournament, "audit"), "page": page_of(request, entries)}
    return render(request, "tournaments/audit.html", context)
