"""Pages of tournaments that everybody sees."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from arena.accounts.models import User
from arena.matches.models import Game
from arena.matches.reading import with_seats
from arena.tournaments.models import Node, Tournament, TournamentState
from arena.tournaments.performances import performances
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.formats.interface import Format, Preset
from arena.tournaments.planning.registry import FORMATS, PRESETS
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.reading import (
    MatchLine,
    entrants_by_seed,
    find_node,
    match_line,
    match_lines,
    progress,
    visible_tournaments,
)
from arena.tournaments.round_names import RoundNames
from arena.tournaments.staging import Staging, staging_of
from arena.tournaments.visibility import shown_log, shown_tournament_plan
from arena.web.paging import page_of
from arena.web.person import person
from arena.web.sharing.cards import tournament_card
from arena.web.tournaments.forms import RegisterForm
from arena.web.tournaments.highlights import closing_bracket, leading, live_matches, winner_of
from arena.web.tournaments.overview import overviews
from arena.web.tournaments.stages import match_stages, preview_of, standing_stages
from arena.web.tournaments.stories import match_story, stories
from arena.web.tournaments.tables import place_lines
from engines import variant

_PER_LIST = 50
_MOST_GAMES = 60
"""Of a match, beside its bracket: the first; the match's own page has them all."""
ANYWHERE = "*"


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    tournaments = visible_tournaments(person(request)).select_related("owner")
    running = (TournamentState.RUNNING, TournamentState.PAUSED)
    upcoming = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.SEEDED)
    past = page_of(request, tournaments.filter(state__in=(TournamentState.FINISHED, TournamentState.CANCELLED)), 20)
    context = {
        "running": overviews(tournaments.filter(state__in=running)[:_PER_LIST], person(request)),
        "upcoming": overviews(tournaments.filter(state__in=upcoming)[:_PER_LIST], person(request)),
        "page": past,
        "past": overviews(past.object_list, person(request)),
    }
    return render(request, "tournaments/list.html", context)


def shown(request: HttpRequest, slug: str) -> Tournament:
    return get_object_or_404(visible_tournaments(person(request)).select_related("owner"), slug=slug)


def managed_tournament(request: HttpRequest, slug: str) -> Tournament:
    """For pages of its organiser."""
    tournament = shown(request, slug)
    if not tournament.may_manage(person(request)):
        raise PermissionDenied
    return tournament


def frame(request: HttpRequest, tournament: Tournament, here: str) -> dict[str, Any]:
    """What all pages of a tournament share."""
    user = person(request)
    return {
        "tournament": tournament,
        "card": tournament_card(tournament),
        "variant": variant(tournament.variant),
        "format": _format(tournament),
        "manages": tournament.may_manage(user),
        "here": here,
    }


def _format(tournament: Tournament) -> Format[Any] | Preset[Any]:
    return PRESETS.get(tournament.format) or FORMATS[tournament.format]


def _plan(request: HttpRequest, tournament: Tournament) -> TournamentPlan | None:
    """None before the start, and while the tournament cannot be planned: its organiser is told why."""
    try:
        return shown_tournament_plan(tournament, person(request))
    except TournamentError:
        return None


@require_GET
def home(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    user = person(request)
    entrants = list(tournament.entrants.select_related("bot__active_version", "version", "owner", "departure"))
    seeded = {entrant.seed: entrant for entrant in entrants if entrant.seed is not None}
    lines = match_lines(tournament, seeded, user)
    moving = {
        "progress": progress(tournament, lines, user) if lines else None,
        "live": live_matches(lines),
    }
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/progress.html", {"tournament": tournament, **moving})
    next_reveal = _next_reveal(tournament)
    is_running = tournament.state in (TournamentState.RUNNING, TournamentState.PAUSED)
    context = {
        **frame(request, tournament, "home"),
        **moving,
        "entrants": entrants,
        "leading": leading(_plan(request, tournament), seeded) if is_running else [],
        "closing": closing_bracket(tournament, lines, winner_of(tournament, user), user),
        "announcements": tournament.announcements.filter(is_taken_down=False).select_related("by"),
        "next_reveal": next_reveal,
        "next_title": _title_of_next(next_reveal, lines),
        "can_check_in": _can_check_in(tournament),
        "round_times": [(key, datetime.fromisoformat(when)) for key, when in sorted(tournament.round_times.items())],
        "podium": place_lines(tournament.places[:3], seeded),
        **stories(tournament, lines, user),
        "register": RegisterForm(tournament, user)
        if user is not None and tournament.state == TournamentState.REGISTRATION
        else None,
    }
    return render(request, "tournaments/home.html", context)


def _next_reveal(tournament: Tournament) -> Staging | None:
    """What everybody may know of it: which round is next."""
    return staging_of(tournament) if tournament.is_staged and tournament.is_started else None


def _title_of_next(staging: Staging | None, lines: list[MatchLine]) -> str:
    wanted = set(staging.next_matches) if staging is not None else set()
    return next((line.title for line in lines if line.node.key in wanted), "")


def _can_check_in(tournament: Tournament) -> bool:
    opens = tournament.check_in_opens
    is_waiting = tournament.state in (TournamentState.REGISTRATION, TournamentState.SEEDED)
    return is_waiting and opens is not None and opens <= timezone.now()


@require_GET
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Brackets as pictures, groups as cross tables, everything else round by round."""
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants, person(request))
    followed = _followed(request, entrants) if "bot" in request.GET else winner_of(tournament, person(request))
    stages = match_stages(tournament, lines, entrants, followed, person(request))
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
    line = line_of(tournament, key, person(request))
    story = match_story(tournament, line, person(request))
    context = {**frame(request, tournament, "matches"), "line": line, "games": _games(line), "story": story}
    return render(request, "tournaments/match.html", context)


def _games(line: MatchLine) -> list[Game]:
    """Of the take that counts; its own page has them all."""
    if line.play is None:
        return []
    games = with_seats(Game.objects.filter(block__match=line.play.match_id)).select_related("block")
    return list(games.order_by("block__number", "number")[:_MOST_GAMES])


def line_of(tournament: Tournament, key: str, user: User | None) -> MatchLine:
    node = node_of(tournament, key, user)
    return match_line(node, entrants_by_seed(tournament), RoundNames(tournament))


def node_of(tournament: Tournament, key: str, user: User | None) -> Node:
    node = find_node(tournament, key, user)
    if node is None:
        raise Http404
    return node


@require_GET
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    plan = _plan(request, tournament)
    context = {
        **frame(request, tournament, "standings"),
        "stages": standing_stages(tournament, plan, entrants),
        "several": len(tournament.stage_setups) > 1,
        "final": place_lines(tournament.places, entrants),
        "performances": {entrants[seed].pk: value for seed, value in performances(tournament, plan, entrants).items()},
        "preview": preview_of(tournament, plan, entrants, person(request)),
    }
    return render(request, "tournaments/standings.html", context)


def _everything(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Matches and standings together, for pages without tabs."""
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants, person(request))
    stages = match_stages(tournament, lines, entrants, _followed(request, entrants), person(request))
    return {
        **frame(request, tournament, "print"),
        "entrants": entrants.values(),
        "stages": stages,
        "several": len(stages) > 1,
        "tables": standing_stages(tournament, _plan(request, tournament), entrants),
        "final": place_lines(tournament.places, entrants),
        "progress": progress(tournament, lines, person(request)) if lines else None,
    }


@require_GET
def print_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """All of it on one sheet, for paper."""
    return render(request, "tournaments/print.html", _everything(request, slug))


@require_GET
@xframe_options_exempt
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """For other sites to frame: it changes nothing, and their visitors are strangers to it."""
    request.user = AnonymousUser()
    framed = csp_replace({"frame-ancestors": [ANYWHERE]})(
        lambda asked: render(asked, "tournaments/embed.html", _everything(asked, slug))
    )
    response = framed(request)
    assert isinstance(response, HttpResponse)  # noqa: S101 - the decorator's types say less
    return response


@require_GET
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    entries = shown_log(tournament, person(request)).select_related("by").prefetch_related("undone_by")
    context = {**frame(request, tournament, "audit"), "page": page_of(request, entries)}
    return render(request, "tournaments/audit.html", context)
