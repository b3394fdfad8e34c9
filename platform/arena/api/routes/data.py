"""Games as data for learning: all of one's own, or those of a ladder's season, part by part."""

from __future__ import annotations

from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Field, Query, Router, Schema

from arena.accounts.models import User
from arena.api.access import needs, user_of, visitor
from arena.api.downloading import few_at_once
from arena.api.finding import pool_of
from arena.api.problems import ProblemError
from arena.api.routes.params import VariantSlug
from arena.api.scopes import Scope
from arena.lib.streaming import streamed
from arena.matches.models import Game
from arena.replays.dumping import address_of
from arena.replays.exporting import as_lines, games_of_author, games_of_ladder
from arena.replays.models import SeasonDump

router = Router(tags=["data"])
LINES = "application/x-ndjson"
MOST_GAMES = 500
"""Of one part: with views some 50 MB and a few seconds of work, which a stream holds one of two places for."""
_ANSWER: dict[str, Any] = {
    "responses": {200: {"description": "JSON lines", "content": {LINES: {"schema": {"type": "string"}}}}}
}


class Part(Schema):
    after: int = Field(0, ge=0, le=2**63 - 1, description="`after` of the last line of the part before; 0 begins.")
    limit: int = Field(200, ge=1, le=MOST_GAMES, description="Most games of one part.")
    form: Literal["games", "decisions"] = Field(
        "games", description="A line for each game, with its replay; or for each decision, with view and choices."
    )


class PartOfSeason(Part):
    season: int | None = Field(None, ge=1, le=2**31 - 1, description="Without: the open one.")


@router.get(
    "/data/games",
    operation_id="export_own_games",
    summary="All games of your bots, oldest first, as JSON lines",
    description="The last line tells where the next part begins, and whether there is one. Field by field: the page "
    "“Data for learning” of the documentation.",
    **{**needs(Scope.READ), "openapi_extra": {**needs(Scope.READ)["openapi_extra"], **_ANSWER}},
)
def export_own_games(request: HttpRequest, wanted: Query[Part]) -> HttpResponseBase:
    user = user_of(request)
    return _stream(request, games_of_author(user), wanted, f"games-of-{user.name}")


@router.get(
    "/data/ladders/{slug}/games",
    operation_id="export_games_of_ladder",
    summary="All public games of a ladder's season, oldest first, as JSON lines",
    openapi_extra=_ANSWER,
)
def export_games_of_ladder(request: HttpRequest, slug: VariantSlug, wanted: Query[PartOfSeason]) -> HttpResponseBase:
    pool = pool_of(slug, wanted.season)
    if pool is None:
        raise ProblemError("not-found", f"The ladder of {slug} has no season yet.")
    user: User | None = visitor(request)
    return _stream(request, games_of_ladder(user, slug, pool.season), wanted, f"{slug}-season-{pool.season}")


class DumpFileOut(Schema):
    number: int
    games: int
    size_bytes: int
    url: str


class DumpOut(Schema):
    variant: str
    season: int
    games: int
    is_complete: bool = Field(description="False while files are still being made.")
    files: list[DumpFileOut] = Field(description="Game lines, packed by gzip; `arena export FILE` makes decisions.")


@router.get(
    "/data/ladders/{slug}/dumps",
    response=list[DumpOut],
    operation_id="list_dumps",
    summary="Public games of the seasons that are over, as files",
)
def list_dumps(request: HttpRequest, slug: VariantSlug) -> list[dict[str, Any]]:
    pool_of(slug)
    dumps = SeasonDump.objects.filter(pool__variant=slug).select_related("pool").prefetch_related("files")
    return [
        {
            "variant": slug,
            "season": dump.pool.season,
            "games": dump.games,
            "is_complete": dump.is_complete,
            "files": [
                {"number": file.number, "games": file.games, "size_bytes": file.size_bytes, "url": address_of(file)}
                for file in dump.files.all()
            ],
        }
        for dump in dumps.order_by("-pool__season")
    ]


def _stream(request: HttpRequest, games: QuerySet[Game], wanted: Part, name: str) -> HttpResponseBase:
    parts = as_lines(games, wanted.after, wanted.limit, with_views=wanted.form == "decisions")
    with few_at_once():
        return streamed(request, parts, f"{name}-after-{wanted.after}.jsonl", LINES)
