"""What a tournament will probably say, before it is played: a page for its settings, and a panel for settings that
are being changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.accounts.models import User
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.actions.create import imagine
from arena.tournaments.forecasting.answers import Answer, WayCounts, ask, glance
from arena.tournaments.forecasting.known import MOST_FORECAST, Assumed
from arena.tournaments.models import Tournament
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.forecast.report import Line
from arena.tournaments.refusals import told
from arena.web.person import person
from arena.web.tournaments.forms import TournamentForm
from arena.web.tournaments.views import frame, managed_tournament

_WIDTH = 200
"""Of the pictures, in their own units."""


@dataclass(frozen=True)
class WayLine:
    """One way to play, as a bar."""

    title: str
    finds_best: float
    margin: float
    tie_at_cut: float
    games: int
    time: str
    is_own: bool
    bar: float
    low: float
    high: float


@dataclass(frozen=True)
class PlaceLine:
    """One entrant, with the places four of five tournaments give it."""

    seed: int
    entrant: Assumed
    line: Line
    at: float
    low: float
    length: float


def picture(answer: Answer) -> dict[str, Any]:
    """An answer with the measures of its pictures."""
    size = len(answer.entrants)
    step = _WIDTH / size
    lines = answer.own.counts.lines()
    return {
        "answer": answer,
        "ways": [_way(answer, way, is_own=place == 0) for place, way in enumerate(answer.ways)],
        "lines": [
            PlaceLine(
                seed, entrant, line, (line.place - 0.5) * step, (line.low - 1) * step, (line.high - line.low + 1) * step
            )
            for seed, (entrant, line) in enumerate(zip(answer.entrants, lines, strict=True), start=1)
        ],
        "width": _WIDTH,
        "done": round(100 * answer.progress),
        "guests": sum(not entrant.is_registered for entrant in answer.entrants),
    }


def _way(answer: Answer, way: WayCounts, *, is_own: bool) -> WayLine:
    counts = way.counts
    margin = 2.0 * counts.finds_best_error
    return WayLine(
        way.title,
        100 * counts.finds_best,
        100 * margin,
        100 * counts.tie_at_cut,
        round(counts.mean_games),
        _time(answer.hours(counts)),
        is_own,
        _WIDTH * counts.finds_best,
        _WIDTH * max(0.0, counts.finds_best - margin),
        _WIDTH * min(1.0, counts.finds_best + margin),
    )


def _time(hours: float) -> str:
    """Minutes while they say more."""
    if hours < 2.0:
        minutes = max(1, round(60 * hours))
        return ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
    return _("%(hours).1f hours") % {"hours": hours}


@login_required
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """Of the settings as they are saved. While it is computed the page asks again for its part."""
    tournament = managed_tournament(request, slug)
    context = {**frame(request, tournament, "organise"), "most": MOST_FORECAST, **_asked(request, tournament)}
    template = "tournaments/forecast_panel.html" if request.headers.get("HX-Request") else "tournaments/forecast.html"
    return render(request, template, context, status=409 if "reason" in context else 200)


def _asked(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    if tournament.is_started or tournament.is_over:
        return {"is_late": True}
    try:
        answer = ask(tournament, _asker(request), _size(request.GET.get("size", "")))
        return {"size": len(answer.entrants), **picture(answer)}
    except TournamentError as reason:
        return {"reason": told(reason), "size": request.GET.get("size", "")}


def _asker(request: HttpRequest) -> User:
    user = person(request)
    assert user is not None  # noqa: S101 - both pages are for people who are logged in
    return user


def _size(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else None


def forecast_of_form(
    request: HttpRequest, form: TournamentForm, tournament: Tournament | None, context: dict[str, Any]
) -> HttpResponse:
    """The form as it was sent, nothing saved, with a forecast of its settings beside that of the saved ones."""
    if form.is_valid():
        try:
            imagined = imagine(
                tournament,
                slug=form.cleaned_data["variant"],
                format_name=form.cleaned_data["format"],
                format_settings=form.settings(),
                stages=form.stages(),
                round_blocks=form.round_blocks(),
                **form.choices(),
            )
            context |= {**picture(ask(imagined, _asker(request))), "is_imagined": True, "before": _before(tournament)}
        except ActionError as reason:
            form.add_error(field_of(form, reason), str(reason))
    is_part = bool(request.headers.get("HX-Request")) and not form.errors
    template = "tournaments/forecast_panel.html" if is_part else "tournaments/edit.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _before(tournament: Tournament | None) -> WayLine | None:
    """How the saved settings do, for comparison."""
    if tournament is None:
        return None
    answer = glance(tournament)
    return _way(answer, answer.own, is_own=True)


def field_of(form: TournamentForm, reason: ActionError) -> str | None:
    return reason.field if reason.field in form.fields else None
