"""Routes that read tournaments: open to everybody, drafts to those who organise them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from ninja import Field, Query

from arena.api.access import visitor
from arena.api.paging import Order, Page, Paging
from arena.api.routes.params import NO_ZERO, BotSlug, MatchKey, Small, TournamentSlug
from arena.api.tournaments import showing
from arena.api.tournaments.finding import entrant_of, match_of, visible_tournament
from arena.api.tournaments.router import router
from arena.api.tournaments.schemas import (
    AuditOut,
    EntrantOut,
    FormatOut,
    PairingOut,
    RoundOut,
    StandingsOut,
    TournamentDetail,
    TournamentOut,
)
from arena.tournaments import results
from arena.tournaments.models import Node, NodeState, Tournament, TournamentState
from arena.tournaments.models.structure import light
from arena.tournaments.reading import entrants_by_seed, match_line, visible_tournaments
from arena.tournaments.round_names import RoundNames
from arena.tournaments.visibility import hides_drafts, hides_results, shown_log, shown_nodes, shown_rounds

_OPEN = (NodeState.WAITING, NodeState.READY, NodeState.RUNNING)
_UNREAL = (NodeState.BYE, NodeState.SIT_OUT, NodeState.VOID)


class TournamentFilter(Paging):
    q: str = Field("", max_length=80, pattern=NO_ZERO, description="Part of the name.")
    state: TournamentState | None = None
    variant: str = Field("", max_length=80, pattern=NO_ZERO)
    format: str = Field("", max_length=30, pattern=NO_ZERO)
    owner: str = Field("", max_length=30, pattern=NO_ZERO, description="Account name of the organiser.")
    bot: str = Field("", max_length=60, pattern=NO_ZERO, description="Slug of a bot that takes part.")


class PairingFilter(Paging):
    stage: int | None = Field(None, ge=1, le=2**15 - 1)
    round: int | None = Field(None, ge=1, le=2**15 - 1)
    state: NodeState | None = None


@router.get("/formats", response=list[FormatOut], operation_id="list_formats", summary="Formats and their settings")
def list_formats(request: HttpRequest) -> list[dict[str, Any]]:
    return showing.kinds()


@router.get(
    "/tournaments", response=Page[TournamentOut], operation_id="list_tournaments", summary="Tournaments, newest first"
)
def list_tournaments(request: HttpRequest, wanted: Query[TournamentFilter]) -> dict[str, Any]:
    rows = visible_tournaments(visitor(request)).select_related("owner").annotate(field=Count("entrants"))
    if wanted.q:
        rows = rows.filter(name__icontains=wanted.q)
    if wanted.state is not None:
        rows = rows.filter(state=wanted.state)
    if wanted.variant:
        rows = rows.filter(variant=wanted.variant)
    if wanted.format:
        rows = rows.filter(format=wanted.format)
    if wanted.owner:
        rows = rows.filter(owner__name=wanted.owner.lower())
    if wanted.bot:
        rows = rows.filter(pk__in=visible_tournaments(visitor(request)).filter(entrants__bot__slug=wanted.bot))
    return Order("pk", is_descending=True).page(rows, wanted, _line)


def _line(tournament: Tournament) -> dict[str, Any]:
    return showing.tournament(tournament, tournament.field)  # type: ignore[attr-defined]  # counted by the list's query


@router.get(
    "/tournaments/{slug}", response=TournamentDetail, operation_id="get_tournament", summary="Settings and progress"
)
def get_tournament(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    user = visitor(request)
    return showing.tournament_in_full(visible_tournament(slug, user), user)


@router.get(
    "/tournaments/{slug}/entrants",
    response=Page[EntrantOut],
    operation_id="list_entrants",
    summary="Who takes part, in order of registration",
)
def list_entrants(request: HttpRequest, slug: TournamentSlug, paging: Query[Paging]) -> dict[str, Any]:
    tournament = visible_tournament(slug, visitor(request))
    rows = tournament.entrants.select_related("bot", "owner", "version", "departure")
    return Order("pk").page(rows, paging, showing.entrant)


@router.get(
    "/tournaments/{slug}/entrants/{bot}", response=EntrantOut, operation_id="get_entrant", summary="One entrant"
)
def get_entrant(request: HttpRequest, slug: TournamentSlug, bot: BotSlug) -> dict[str, Any]:
    return showing.entrant(entrant_of(visible_tournament(slug, visitor(request)), bot))


@router.get(
    "/tournaments/{slug}/rounds", response=list[RoundOut], operation_id="list_rounds", summary="Rounds of all stages"
)
def list_rounds(request: HttpRequest, slug: TournamentSlug) -> list[dict[str, Any]]:
    user = visitor(request)
    tournament = visible_tournament(slug, user)
    nodes = Node.objects.filter(round__stage__tournament=tournament).select_related("round__stage")
    real, waiting = Counter[int](), Counter[int]()
    for node in shown_nodes(tournament, nodes.defer(*light("round__stage")), user):
        real[node.round_id] += node.state not in _UNREAL
        waiting[node.round_id] += node.state in _OPEN
    return [
        {
            "stage": round_.stage.number,
            "round": round_.number,
            "format": round_.stage.format,
            "state": round_.state,
            "matches": real[round_.pk],
            "decided": real[round_.pk] - waiting[round_.pk],
            "blocks": tournament.round_blocks.get(f"{round_.stage.number}.{round_.number}"),
            "completed_at": round_.completed_at,
        }
        for round_ in shown_rounds(tournament, user)
    ]


@router.get(
    "/tournaments/{slug}/matches",
    response=Page[PairingOut],
    operation_id="list_pairings",
    summary="Pairings and results, in the order they were made",
)
def list_pairings(request: HttpRequest, slug: TournamentSlug, wanted: Query[PairingFilter]) -> dict[str, Any]:
    user = visitor(request)
    tournament = visible_tournament(slug, user)
    seeded = entrants_by_seed(tournament)
    names = RoundNames(tournament)
    rows = Node.objects.filter(round__stage__tournament=tournament)
    if wanted.stage is not None:
        rows = rows.filter(round__stage__number=wanted.stage)
    if wanted.round is not None:
        rows = rows.filter(round__number=wanted.round)
    rows = rows.select_related("round__stage").prefetch_related("plays__match", "overrides")
    shown: dict[int, Node] = {}
    if hides_drafts(tournament, user) or hides_results(tournament, user):
        # Looked at as a whole: what a caller filters by must be what they may see.
        nodes = sorted(rows, key=lambda node: node.key)
        shown = {node.pk: node for node in shown_nodes(tournament, nodes, user) if wanted.state in (None, node.state)}
        rows = rows.filter(pk__in=shown)
    elif wanted.state is not None:
        rows = rows.filter(state=wanted.state)
    return Order("pk").page(
        rows, wanted, lambda node: showing.pairing(match_line(shown.get(node.pk, node), seeded, names))
    )


@router.get(
    "/tournaments/{slug}/matches/{key}", response=PairingOut, operation_id="get_pairing", summary="One match of it"
)
def get_pairing(request: HttpRequest, slug: TournamentSlug, key: MatchKey) -> dict[str, Any]:
    user = visitor(request)
    tournament = visible_tournament(slug, user)
    return showing.pairing(
        match_line(match_of(tournament, key, user), entrants_by_seed(tournament), RoundNames(tournament))
    )


@router.get(
    "/tournaments/{slug}/standings",
    response=StandingsOut,
    operation_id="get_standings",
    summary="Standings of every stage, with the tie-breaks",
)
def get_standings(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    user = visitor(request)
    return showing.standings(visible_tournament(slug, user), user)


@router.get(
    "/tournaments/{slug}/log", response=Page[AuditOut], operation_id="list_log", summary="Who did what, newest first"
)
def list_log(request: HttpRequest, slug: TournamentSlug, paging: Query[Paging]) -> dict[str, Any]:
    tournament = visible_tournament(slug, visitor(request))
    rows = shown_log(tournament, visitor(request)).select_related("undone_by")
    return Order("pk", is_descending=True).page(rows, paging, showing.audit)


@router.get(
    "/tournaments/{slug}/export",
    response=dict[str, Any],
    operation_id="export_tournament",
    summary="Everything in one JSON document",
)
def export_tournament(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    user = visitor(request)
    return results.as_values(visible_tournament(slug, user), user)


@router.get(
    "/tournaments/{slug}/export/csv",
    operation_id="export_places",
    summary="Places and entrants as CSV",
    openapi_extra={"x-media": "text/csv"},
)
def export_places(request: HttpRequest, slug: TournamentSlug) -> HttpResponse:
    text = results.as_csv(visible_tournament(slug, visitor(request)))
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@router.get(
    "/tournaments/{slug}/export/brackets/{stage}",
    response=dict[str, Any],
    operation_id="export_brackets",
    summary="A stage of matches of two, for bracket viewers (brackets-model)",
)
def export_brackets(request: HttpRequest, slug: TournamentSlug, stage: Small) -> dict[str, Any]:
    user = visitor(request)
    return results.as_brackets(visible_tournament(slug, user), stage, user)
