"""Variants, leaderboards and how ratings went."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Field, Query, Router, Schema
from ninja.decorators import decorate_view

from arena.api.access import visitor
from arena.api.finding import pool_of, visible_bot
from arena.api.kept import kept_answer
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import NO_ZERO, BotSlug, VariantSlug
from arena.api.schemas import LadderLine, LadderOut, RatingPoint, SeasonOut, VariantOut
from arena.lib.streaming import RETRY_AFTER_S, TooManyDownloadsError, streamed
from arena.matches.seating import entrant_counts
from arena.ratings.leaderboard.download import LINES, PARQUET, results, results_as_parquet
from arena.ratings.leaderboard.rows import Wanted, as_row, board
from arena.ratings.leaderboard.stamp import board_stamp
from arena.ratings.models import Pool, Snapshot, Standing
from engines import variants
from referee.ratings.parquet import is_available

router = Router(tags=["leaderboards"])
_TEXT = {"schema": {"type": "string"}}
_BYTES = {"schema": {"type": "string", "format": "binary"}}
Season: Any = Field(None, ge=1, le=99999, description="The open one, if left out.")


class LineFilter(Paging):
    q: str = Field("", max_length=60, pattern=NO_ZERO, description="Part of the name of a bot or its owner.")
    runtime: str = Field("", max_length=20, pattern=NO_ZERO)
    kind: Literal["", "house", "bots", "mine"] = ""
    season: int | None = Season


class ResultsFilter(Schema):
    season: int | None = Season
    format: Literal["lines", "parquet"] = Field("lines", description="JSON lines, or Parquet where the arena has it.")


class HistoryFilter(Paging):
    season: int | None = Season
    variant: str = Field(min_length=1, max_length=80, pattern=r"^[-a-zA-Z0-9_]+$")


@router.get("/variants", response=list[VariantOut], operation_id="list_variants", summary="What can be played")
def list_variants(request: HttpRequest) -> list[dict[str, Any]]:
    return [
        {
            "slug": variant.slug,
            "game": variant.game,
            "title": variant.title,
            "seats": variant.seats,
            "entrants": list(entrant_counts(variant)),
        }
        for variant in variants()
    ]


@router.get("/leaderboards", response=list[LadderOut], operation_id="list_leaderboards", summary="One per variant")
def list_leaderboards(request: HttpRequest) -> list[dict[str, Any]]:
    return [
        {
            "variant": pool.variant,
            "season": pool.season,
            "ladder_is_on": pool.ladder_is_on,
            "fitted_at": pool.fitted_at,
            "url": pool.get_absolute_url(),
        }
        for pool in Pool.objects.filter(is_open=True)
    ]


@router.get(
    "/leaderboards/{slug}", response=Page[LadderLine], operation_id="get_leaderboard", summary="The board of a variant"
)
@decorate_view(kept_answer(board_stamp))
def get_leaderboard(request: HttpRequest, slug: VariantSlug, wanted: Query[LineFilter]) -> dict[str, Any]:
    pool = pool_of(slug, wanted.season)
    lines = board(pool) if pool is not None else Standing.objects.none()
    chosen = Wanted(wanted.q, wanted.runtime, wanted.kind).apply(lines, visitor(request))
    return Order("position").page(chosen, wanted, as_row)


@router.get(
    "/leaderboards/{slug}/seasons",
    response=list[SeasonOut],
    operation_id="list_seasons",
    summary="Seasons of a variant, newest first",
)
def list_seasons(request: HttpRequest, slug: VariantSlug) -> list[dict[str, Any]]:
    pool_of(slug)
    return [
        {
            "variant": pool.variant,
            "season": pool.season,
            "is_open": pool.is_open,
            "began_at": pool.began_at,
            "ended_at": pool.ended_at,
            "rated_games": pool.fitted_seq,
            "carry_over": pool.carry_over,
            "url": pool.get_absolute_url() + ("" if pool.is_open else f"?season={pool.season}"),
            "results": f"/api/v1/leaderboards/{slug}/results?season={pool.season}",
        }
        for pool in Pool.objects.filter(variant=slug).order_by("-season")
    ]


@router.get(
    "/leaderboards/{slug}/results",
    operation_id="get_results",
    summary="All results of a season, a JSON line for each game",
    openapi_extra={"responses": {200: {"description": "JSON lines", "content": {LINES: _TEXT, PARQUET: _BYTES}}}},
)
def get_results(request: HttpRequest, slug: VariantSlug, wanted: Query[ResultsFilter]) -> HttpResponseBase:
    """In the order of the log, as the board knows them; the first line says what the fit needs, the last one counts."""
    pool = pool_of(slug, wanted.season)
    if pool is None:
        raise ProblemError("not-found", f"The ladder of {slug} has no season yet.")
    if wanted.format == "parquet" and not is_available():
        raise ProblemError("invalid", "This arena cannot write Parquet; take lines.")
    try:
        if wanted.format == "parquet":
            return streamed(request, results_as_parquet(pool), f"{slug}-season-{pool.season}.parquet", PARQUET)
        return streamed(request, results(pool), f"{slug}-season-{pool.season}.jsonl", LINES)
    except TooManyDownloadsError:
        raise ProblemError(
            "busy", "You or others are downloading results just now.", headers={"Retry-After": str(RETRY_AFTER_S)}
        ) from None


@router.get(
    "/bots/{slug}/ratings",
    response=Page[RatingPoint],
    operation_id="list_ratings",
    summary="How the rating of a bot went, oldest first",
)
def list_ratings(request: HttpRequest, slug: BotSlug, wanted: Query[HistoryFilter]) -> dict[str, Any]:
    bot, pool = visible_bot(slug, visitor(request)), pool_of(wanted.variant, wanted.season)
    rows = Snapshot.objects.filter(version__bot=bot, period__pool=pool).select_related("period", "version")
    return Order("pk").page(rows, wanted, _point)


def _point(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "period": snapshot.period.number,
        "closed_at": snapshot.period.closed_at,
        "version": snapshot.version.number,
        "live": snapshot.live,
        "rating": snapshot.rating,
        "error": snapshot.error,
        "margin_95": snapshot.margin,
        "games": snapshot.games,
    }
