"""The presenter's page: for a screen that everybody looks at. It shows what is revealed, never more."""

from __future__ import annotations

from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.tournaments.models import Entrant, NodeState, Play, PlayState, Tournament
from arena.tournaments.reading import MatchLine, entrants_by_seed, match_lines
from arena.tournaments.staging import Staging, staging_of
from arena.tournaments.visibility import shown_tournament_plan
from arena.web.tournaments.stages import match_stages, standing_stages
from arena.web.tournaments.tables import place_lines
from arena.web.tournaments.views import frame, managed_tournament

_LOOKED_AT = 30
"""So many of the last games of a match are searched for one that somebody won."""


@login_required
def present(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything but the buttons is drawn as for a stranger: the screen must not spoil the show."""
    tournament = managed_tournament(request, slug)
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants, None)
    staging = staging_of(tournament)
    last_match, last_game = _last_decisive(tournament, lines)
    stages = match_stages(tournament, lines, entrants, None, None)
    context = {
        **frame(request, tournament, "present"),
        "staging": staging,
        "upcoming": _upcoming(staging, lines),
        "is_waited_for": not tournament.is_over and not staging.is_ready,
        "waiting": [str(key) for key in staging.next_matches if key not in staging.played],
        "stages": stages[-1:],
        "tables": _tables(tournament, entrants),
        "podium": place_lines(tournament.places[:3], entrants),
        "last_match": last_match,
        "last_game": last_game,
    }
    framing = csp_update({"frame-src": ["'self'"]})(lambda asked: render(asked, "tournaments/present.html", context))
    response = framing(request)
    assert isinstance(response, HttpResponse)  # noqa: S101 - the decorator's types say less
    return response


def _upcoming(staging: Staging, lines: list[MatchLine]) -> list[MatchLine]:
    """Of the round that is revealed next; without staging, what is being played."""
    if staging.tournament.is_staged:
        wanted = set(map(str, staging.next_matches))
        return [line for line in lines if line.key in wanted]
    return [line for line in lines if line.node.state == NodeState.RUNNING][:8]


def _tables(tournament: Tournament, entrants: dict[int, Entrant]) -> list[dict[str, object]]:
    return standing_stages(tournament, shown_tournament_plan(tournament, None), entrants)[-1:]


def _last_decisive(tournament: Tournament, lines: list[MatchLine]) -> tuple[MatchLine | None, Game | None]:
    """The game that settled the match which was shown last: its last one that somebody won."""
    decided = Play.objects.filter(
        node__round__stage__tournament=tournament, state=PlayState.DECIDED, match__is_sealed=False
    )
    order = ("-node__round__stage__number", "-node__round__number", "-node__number")
    plays = list(decided.select_related("node__round__stage").order_by(*order))
    if not plays:
        return None, None
    last = _revealed_last(tournament)
    newest = next((play for play in plays if str(play.node.key) == last), plays[0])
    line = next((line for line in lines if line.node.pk == newest.node_id), None)
    games = visible_games(None).filter(block__match=newest.match_id, state=GameState.DONE, replay__isnull=False)
    latest = list(with_seats(games).order_by("-block__number", "-number")[:_LOOKED_AT])
    return line, next((game for game in latest if len(set(game.ranks or ())) > 1), latest[0] if latest else None)


def _revealed_last(tournament: Tournament) -> str:
    """The match that was shown by itself just now; empty: a whole round was."""
    entry = tournament.audit.filter(action="reveal").order_by("-pk").first()
    return str(entry.data.get("match", "")) if entry is not None else ""
