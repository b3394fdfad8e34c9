"""Leaderboards: an overview of all games, one page per variant, and the same numbers for programs."""

from __future__ import annotations

import csv
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.ratings.lines import COLUMNS, Wanted, as_row, board
from arena.ratings.models import Pool, Standing
from arena.web.games import GAMES
from arena.web.ladders.lines import lines_of, scale_of
from arena.web.paging import page_of
from arena.web.person import person
from engines import variant, variants
from engines.errors import UnknownVariantError
from sandbox import RUNTIMES

PER_PAGE = 100


@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    """Every variant with its leaders; two queries."""
    pools = {pool.variant: pool for pool in Pool.objects.filter(is_open=True)}
    leaders: dict[int, list[Standing]] = {}
    top = (
        Standing.objects.filter(
            pool__in=pools.values(), is_on_board=True, rating__isnull=False, version__bot__is_private=False
        )
        .select_related("version__bot")
        .order_by("pool", "position")
    )
    for pool_id, lines in groupby(top, key=lambda line: line.pool_id):
        leaders[pool_id] = list(lines)
    names = {game.slug: game for game in GAMES}
    sections = [
        {
            "game": names[game],
            "ladders": [
                {"variant": each, "pool": pools.get(each.slug), "leaders": _leaders(pools, leaders, each.slug)}
                for each in members
            ],
        }
        for game, members in groupby(variants(), key=lambda each: each.game)
    ]
    return render(request, "ladders/overview.html", {"sections": sections})


def _leaders(pools: dict[str, Pool], leaders: dict[int, list[Standing]], slug: str) -> list[Standing]:
    return leaders.get(pools[slug].pk, [])[:3] if slug in pools else []


@require_GET
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    pool = _pool(slug)
    wanted = _wanted(request)
    lines = wanted.apply(board(pool), person(request)) if pool else Standing.objects.none()
    page = page_of(request, lines, PER_PAGE)
    context = {
        "variant": variant(slug),
        "siblings": [each for each in variants() if each.game == variant(slug).game],
        "pool": pool,
        "wanted": wanted,
        "page": page,
        "lines": lines_of(page.object_list, scale_of(pool)) if pool else [],
        "runtimes": RUNTIMES.values(),
    }
    return render(request, "ladders/leaderboard.html", context)


@require_GET
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.csv"'
    writer = csv.DictWriter(response, COLUMNS)
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in _rows(request, slug))
    return response


def _cell(value: object) -> object:
    """A spreadsheet must not take a bot's name for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value


@require_GET
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    return JsonResponse({"variant": slug, "lines": list(_rows(request, slug))})


def _rows(request: HttpRequest, slug: str) -> list[dict[str, object]]:
    pool = _pool(slug)
    return [as_row(line) for line in _wanted(request).apply(board(pool), person(request))] if pool else []


def _wanted(request: HttpRequest) -> Wanted:
    return Wanted(**{key: request.GET.get(key, "").strip()[:60] for key in ("q", "runtime", "kind")})


def _pool(slug: str) -> Pool | None:
    try:
        variant(slug)
    except UnknownVariantError:
        raise Http404 from None
    return Pool.objects.filter(variant=slug, is_open=True).first()
