"""The same for programs: JSON, CSV, and brackets-model for bracket viewers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from arena.tournaments import results
from arena.tournaments.planning.errors import StateError
from arena.web.downloads import limited
from arena.web.person import person
from arena.web.tournaments.views import shown


@require_GET
@limited
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    return JsonResponse(results.as_values(shown(request, slug), person(request)))


@require_GET
@limited
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = shown(request, slug)
    response = HttpResponse(results.as_csv(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.csv"'
    return response


@require_GET
@limited
def as_brackets(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """One stage in the shape of brackets-model; 404 for a stage that is not there, 409 for pods."""
    tournament = shown(request, slug)
    try:
        return JsonResponse(results.as_brackets(tournament, stage, person(request)))
    except results.UnopenedStageError as reason:
        return JsonResponse({"error": str(reason)}, status=404)
    except StateError as reason:
        return JsonResponse({"error": str(reason)}, status=409)
