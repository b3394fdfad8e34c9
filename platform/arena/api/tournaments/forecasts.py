"""Routes of forecasts: what a tournament will probably say, with its settings or with others."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Schema

from arena.api.access import needs, user_of
from arena.api.routes.params import TournamentSlug
from arena.api.scopes import Scope
from arena.api.tournaments import bodies, showing
from arena.api.tournaments.finding import managed_tournament
from arena.api.tournaments.router import router
from arena.api.tournaments.schemas import ForecastOut
from arena.tournaments.actions.audit import require_state
from arena.tournaments.actions.create import imagine
from arena.tournaments.forecasting.answers import Answer, ask
from arena.tournaments.forecasting.known import MOST_FORECAST
from arena.tournaments.models import Tournament, TournamentState

_BEFORE = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.SEEDED)


class Size(Schema):
    size: int | None = Field(
        None, ge=2, le=MOST_FORECAST, description="Forecast for so many entrants, if more than are registered."
    )


@router.get(
    "/tournaments/{slug}/forecast",
    response=ForecastOut,
    operation_id="forecast_tournament",
    summary="What it will probably say, before it begins; for the organiser",
    description="Large fields take longer than a moment: ask again until `progress` is 1.",
    **needs(Scope.READ),
)
def forecast_tournament(request: HttpRequest, slug: TournamentSlug, wanted: Query[Size]) -> dict[str, Any]:
    return _values(ask(_not_begun(request, slug), user_of(request), wanted.size))


@router.post(
    "/tournaments/{slug}/forecast",
    response=ForecastOut,
    operation_id="forecast_changes",
    summary="The same for other settings; nothing is changed",
    **needs(Scope.READ),
)
def forecast_changes(
    request: HttpRequest, slug: TournamentSlug, body: bodies.TournamentChanges, wanted: Query[Size]
) -> dict[str, Any]:
    tournament = _not_begun(request, slug)
    kind = body.format or tournament.format
    settings = showing.chosen_settings(tournament) if kind == tournament.format else {}
    imagined = imagine(
        tournament,
        slug=body.variant or tournament.variant,
        format_name=kind,
        format_settings={**settings, **body.settings.dict(exclude_unset=True)},
        **body.choices(),
    )
    return _values(ask(imagined, user_of(request), wanted.size))


def _not_begun(request: HttpRequest, slug: str) -> Tournament:
    tournament = managed_tournament(slug, user_of(request))
    require_state(tournament, *_BEFORE)
    return tournament


def _values(answer: Answer) -> dict[str, Any]:
    lines = answer.own.counts.lines()
    return {
        "progress": answer.progress,
        "workers": answer.workers,
        "are_workers_seen": answer.are_workers_seen,
        "ways": [
            {
                "title": way.title,
                "format": way.name,
                "blocks": way.way.lengths.blocks,
                "simulated": way.counts.worlds,
                "finds_best": way.counts.finds_best,
                "finds_best_error": way.counts.finds_best_error,
                "games": way.counts.mean_games,
                "games_spread": way.counts.games_spread,
                "hours": answer.hours(way.counts),
                "tie_at_cut": way.counts.tie_at_cut,
            }
            for way in answer.ways
        ],
        "entrants": [
            {
                "seed": seed,
                "bot": entrant.slug or None,
                "name": entrant.name,
                "is_registered": entrant.is_registered,
                "rating": entrant.rating,
                "place": line.place,
                "place_low": line.low,
                "place_high": line.high,
                "wins": line.wins,
                "is_best": line.is_best,
            }
            for seed, (entrant, line) in enumerate(zip(answer.entrants, lines, strict=True), start=1)
        ],
    }
