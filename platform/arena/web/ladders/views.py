"""Leaderboards: an overview of all games, one page per variant, and the same numbers for programs."""

from __future__ import annotations

import csv
from itertools import groupby
from typing import Any

import orjson
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from arena.lib.kept import store
from arena.lib.spreadsheet import cell
from arena.ratings.leaderboard.rows import COLUMNS, Wanted, board, rows_of
from arena.ratings.leaderboard.stamp import Stamp, board_stamp, boards_stamp
from arena.ratings.models import Pool, Standing
from arena.web.games import GameIntroduction, introductions
from arena.web.kept.pages import kept_for_visitors
from arena.web.kept.parts import kept_part
from arena.web.ladders.lines import groups_of, legend_of, scale_of, ticks_of
from arena.web.ladders.seats import role_view, seat_view
from arena.web.paging import page_of
from arena.web.person import person
from arena.web.sharing.cards import board_card
from engines import Variant, variant, variants
from engines.errors import UnknownVariantError
from sandbox import RUNTIMES

PER_PAGE = 50
LEADERS = 3
CHART = "chart"
"""In the address: the same lines as a picture."""


@kept_for_visitors(boards_stamp)
@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    """Every variant with its leaders; three queries."""
    top = Standing.objects.on_board().filter(pool=OuterRef("pk"), rating__isnull=False)
    # A few steps into the index for each pool: how long the boards are does not matter.
    opened = Pool.objects.filter(is_open=True)
    pools = {pool.variant: pool for pool in opened}
    leaders = dict(opened.annotate(leaders=ArraySubquery(top.values("pk")[:LEADERS])).values_list("variant", "leaders"))
    lines = Standing.objects.select_related("version__bot").in_bulk([key for keys in leaders.values() for key in keys])
    boards = {slug: [lines[key] for key in keys] for slug, keys in leaders.items()}
    games = introductions()
    names = {game.slug: game for game in games}
    counts = [str(count) for count in sorted({variant.seats for variant in variants()})]
    wanted = {key: request.GET.get(key, "").strip() for key in ("game", "seats")}
    chosen = [
        variant
        for variant in variants()
        if wanted["game"] in {"", variant.game} and wanted["seats"] in {"", str(variant.seats)}
    ]
    sections = [
        _section(names[game], [_ladder(member, pools.get(member.slug), boards) for member in members])
        for game, members in groupby(chosen, key=lambda member: member.game)
    ]
    context = {"sections": sections, "wanted": wanted, "games": games, "counts": counts}
    return render(request, "ladders/overview.html", context)


def _section(game: GameIntroduction, ladders: list[dict[str, Any]]) -> dict[str, object]:
    """What nobody plays is folded away, unless that is all there is."""
    played = [ladder for ladder in ladders if ladder["leaders"] or (ladder["pool"] and ladder["pool"].ladder_is_on)]
    resting = [ladder for ladder in ladders if ladder not in played]
    return {"game": game, "ladders": played or resting, "resting": resting if played else []}


def _ladder(played: Variant, pool: Pool | None, boards: dict[str, list[Standing]]) -> dict[str, Any]:
    return {"slug": played.slug, "title": played.title, "pool": pool, "leaders": boards.get(played.slug, [])}


@kept_for_visitors(board_stamp)
@require_GET
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    wanted = _wanted(request)
    stamp = board_stamp(slug)
    played, pool = pool_of(slug, wanted.season)
    context = {
        "variant": played,
        "card": board_card(played),
        "siblings": [sibling for sibling in variants() if sibling.game == played.game],
        "pool": pool,
        "wanted": wanted,
        "board": _board(request, stamp, wanted, played, pool),
        "runtimes": RUNTIMES.values(),
        "seats": seat_view(pool),
        "role": role_view(pool),
        "gain": pool.facts.get("gain") if pool else None,
    }
    return render(request, "ladders/leaderboard.html", context)


def _board(request: HttpRequest, stamp: Stamp, wanted: Wanted, played: Variant, pool: Pool | None) -> SafeString:
    """The table. It is the same for everybody but those whose own lines stand in it."""
    user = person(request)
    mine = user.pk if user is not None and (wanted.kind == "mine" or user.pk in _owners(stamp, pool)) else None

    def context() -> dict[str, Any]:
        lines = wanted.apply(board(pool), user) if pool else Standing.objects.none()
        page = page_of(request, lines, PER_PAGE)
        scale = scale_of(pool) if pool and page.object_list else None
        groups = groups_of(page.object_list, scale) if scale else []
        return {
            "request": request,
            "variant": played,
            "wanted": wanted,
            "page": page,
            "groups": groups,
            "legend": legend_of(groups),
            "is_chart": request.GET.get("view") == CHART,
            "ticks": ticks_of(scale) if scale else [],
            "mine": mine,
        }

    return kept_part("ladders/board.html", (stamp, mine, request.get_full_path()), context)


def _owners(stamp: Stamp, pool: Pool | None) -> frozenset[int | None]:
    """Whose bots stand on the board."""
    if pool is None:
        return frozenset()
    return store().get_or_make(
        ("owners", stamp, pool.pk),
        lambda: frozenset(board(pool).order_by().values_list("version__bot__owner", flat=True).distinct()),
        lambda owners: 64 * len(owners),
    )


def _is_nobodys(request: HttpRequest) -> bool:
    """Files of all lines are the same for everybody, but for those of one's own bots."""
    return _wanted(request).kind != "mine"


@kept_for_visitors(board_stamp, is_for_all=_is_nobodys)
@require_GET
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    wanted = _wanted(request)
    _, pool = pool_of(slug, wanted.season)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.csv"'
    writer = csv.writer(response)
    writer.writerow(COLUMNS)
    lines = rows_of(pool, wanted, person(request)) if pool else ()
    writer.writerows([cell(value) for value in row.values()] for row in lines)
    return response


@kept_for_visitors(board_stamp, is_for_all=_is_nobodys)
@require_GET
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    wanted = _wanted(request)
    _, pool = pool_of(slug, wanted.season)
    body = {
        "variant": slug,
        "season": pool.season if pool else None,
        "rated_games": pool.fitted_seq if pool else 0,
        "fitted_at": pool.fitted_at if pool else None,
        "lines": list(rows_of(pool, wanted, person(request))) if pool else [],
    }
    return HttpResponse(orjson.dumps(body), content_type="application/json")


def _wanted(request: HttpRequest) -> Wanted:
    return Wanted(**{key: request.GET.get(key, "").strip()[:60] for key in ("q", "runtime", "kind", "season")})


def pool_of(slug: str, season: str) -> tuple[Variant, Pool | None]:
    """The open season, or the one that the address names."""
    try:
        played = variant(slug)
    except UnknownVariantError:
        raise Http404 from None
    pools = Pool.objects.filter(variant=slug)
    if not season:
        return played, pools.filter(is_open=True).first()
    pool = (
        pools.filter(season=int(season)).first() if season.isascii() and season.isdigit() and len(season) < 6 else None
    )
    if pool is None:
        raise Http404
    return played, pool
