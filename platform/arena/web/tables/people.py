"""How well people play: those who want a rating, variant by variant, apart from all bots."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.tables.models import PersonRating
from arena.tables.models.rating import WANTED
from arena.tables.reading import people_stamp
from arena.web.kept.pages import kept_for_visitors
from arena.web.paging import page_of
from arena.web.person import person
from engines import variant
from engines.registry import is_known
from referee.ratings.scale import PROVISIONAL_GAMES, PROVISIONAL_STANDARD_ERROR

FIRST = 10
"""Of each variant, on the page of all; the others have pages of their own."""
ORDER = ("is_provisional", F("rating").desc(), "user")
"""Equal ones always in the same order, or a page would show one of them twice."""
RULE = {"provisional_games": PROVISIONAL_GAMES, "provisional_error": PROVISIONAL_STANDARD_ERROR}


@dataclass(frozen=True)
class Board:
    slug: str
    lines: list[PersonRating]
    people: int


def wanted() -> QuerySet[PersonRating]:
    return PersonRating.objects.filter(WANTED).select_related("user").order_by("variant", *ORDER)


@kept_for_visitors(people_stamp)
@require_GET
def ratings(request: HttpRequest) -> HttpResponse:
    """The best of every variant; two queries, however many people there are."""
    best = wanted().annotate(place=Window(RowNumber(), partition_by="variant", order_by=ORDER)).filter(place__lte=FIRST)
    people = dict(wanted().order_by().values_list("variant").annotate(people=Count("pk")))
    user = person(request)
    context = {
        "boards": [
            Board(slug, list(lines), people.get(slug, 0))
            for slug, lines in groupby(best, key=lambda line: line.variant)
            if is_known(slug)
        ],
        "wants": user is not None and user.wants_rating,
        **RULE,
    }
    return render(request, "tables/ratings.html", context)


@kept_for_visitors(lambda slug: people_stamp())
@require_GET
def of_variant(request: HttpRequest, slug: str) -> HttpResponse:
    if not is_known(slug):
        raise Http404
    page = page_of(request, wanted().filter(variant=slug))
    return render(request, "tables/ratings_of.html", {"variant": variant(slug), "page": page, **RULE})
