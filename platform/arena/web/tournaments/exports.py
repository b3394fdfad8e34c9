"""The same for programs: JSON, CSV, and brackets-model for bracket viewers."""

from __future__ import annotations

import csv
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from arena.tournaments.errors import StateError
from arena.tournaments.export import brackets_model
from arena.tournaments.facts import plan_of
from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.values import EntrantId
from arena.web.ladders.views import cell
from arena.web.tournaments.reading import MatchLine, entrants_by_seed, match_lines
from arena.web.tournaments.views import shown

COLUMNS = ("place", "seed", "bot", "version", "owner", "departure")


@require_GET
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    entrants = entrants_by_seed(tournament)
    return JsonResponse(
        {
            "name": tournament.name,
            "state": tournament.state,
            "variant": tournament.variant,
            "format": tournament.format,
            "stages": tournament.stage_setups,
            "blocks": tournament.blocks,
            "commitment": tournament.commitment,
            "secret": tournament.published_secret or None,
            "log_hash": tournament.log_hash or None,
            "entrants": [_entrant(each) for each in entrants.values()],
            "matches": [_match(line) for line in match_lines(tournament, entrants)],
            "places": [{"place": place, "seed": seed} for place, seed in tournament.places],
        }
    )


def _entrant(entrant: Entrant) -> dict[str, Any]:
    departure = getattr(entrant, "departure", None)
    return {
        "seed": entrant.seed,
        "bot": entrant.bot.name,
        "version": entrant.version.number if entrant.version else None,
        "owner": entrant.owner.name if entrant.owner else None,
        "departure": departure.kind if departure else None,
    }


def _match(line: MatchLine) -> dict[str, Any]:
    return {
        "key": line.key,
        "state": line.node.state,
        "bracket": line.node.bracket,
        "group": line.node.group,
        "slots": [{"entrant": row[0], "source": row[1], "bye": row[2]} for row in line.node.slots],
        "ranks": line.node.ranks,
        "ruling": line.ruling or None,
        "takes": [
            {
                "take": play.take,
                "match": play.match_id,
                "state": play.state,
                "entrants": play.entrants,
                "ranks": play.ranks,
                "scores": play.scores,
                "games": play.games,
                "settled_by": play.settled_by or None,
            }
            for play in line.takes
        ],
    }


@require_GET
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    places = {seed: place for place, seed in tournament.places}
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.csv"'
    writer = csv.DictWriter(response, COLUMNS)
    writer.writeheader()
    rows = [{"place": places.get(seed), **_entrant(each)} for seed, each in entrants_by_seed(tournament).items()]
    for row in sorted(rows, key=lambda each: (each["place"] or len(rows) + 1, each["seed"])):
        writer.writerow({name: cell(value) for name, value in row.items()})
    return response


@require_GET
def as_brackets(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """One stage in the shape of brackets-model; 404 for a stage that is not there, 409 for pods."""
    tournament = shown(request, slug)
    plan = plan_of(tournament) if tournament.stages.exists() else None
    if plan is None or not 1 <= stage <= len(plan.stages):
        return JsonResponse({"error": "This stage has not opened."}, status=404)
    try:
        return JsonResponse(_brackets(tournament, plan.stages[stage - 1], stage))
    except StateError as reason:
        return JsonResponse({"error": str(reason)}, status=409)


def _brackets(tournament: Tournament, plan: Any, stage: int) -> dict[str, Any]:
    entrants = entrants_by_seed(tournament)
    names: dict[EntrantId, str] = {seed: each.bot.name for seed, each in entrants.items()}
    return brackets_model(plan, names, title=tournament.name, kind=tournament.setups()[stage - 1].format)
