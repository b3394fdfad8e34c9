"""How well people play: those who want a rating, variant by variant, apart from all bots."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.tables.models import PersonRating
from arena.tables.models.rating import WANTED
from arena.web.person import person
from engines import variant
from engines.registry import is_known

MOST_SHOWN = 100
"""Of a variant; everybody finds the own line on the own profile."""


@dataclass(frozen=True)
class Board:
    variant: str
    title: str
    lines: list[PersonRating]


@require_GET
def ratings(request: HttpRequest) -> HttpResponse:
    boards: dict[str, list[PersonRating]] = {}
    for line in PersonRating.objects.filter(WANTED).select_related("user"):
        boards.setdefault(line.variant, []).append(line)
    user = person(request)
    context = {
        "boards": [
            Board(slug, variant(slug).title, lines[:MOST_SHOWN]) for slug, lines in boards.items() if is_known(slug)
        ],
        "wants": user is not None and user.wants_rating,
    }
    return render(request, "tables/ratings.html", context)
