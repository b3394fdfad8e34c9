"""Routes of organisers: announce a tournament and lead it through its life. Each is one action of the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from ninja import Status

from arena.accounts.models import User
from arena.api.access import needs, user_of
from arena.api.routes.params import Small, TournamentSlug
from arena.api.scopes import Scope
from arena.api.tournaments import bodies, showing
from arena.api.tournaments.finding import visible_tournament
from arena.api.tournaments.router import router
from arena.api.tournaments.schemas import TournamentDetail
from arena.tournaments.actions import lifecycle, pairings, registration
from arena.tournaments.actions.create import clone, create, edit
from arena.tournaments.models import Tournament

Route = TypeVar("Route", bound=Callable[..., Any])
ORGANISER = needs(Scope.ORGANISE)


def leads(
    path: str, operation_id: str, summary: str, response: Any = TournamentDetail, **more: Any
) -> Callable[[Route], Route]:
    """A call by which an organiser leads a tournament."""
    options = {"response": response, "operation_id": operation_id, "summary": summary, **ORGANISER, **more}
    return router.post(f"/tournaments/{{slug}}{path}", **options)


def now(tournament: Tournament, user: User) -> dict[str, Any]:
    """As it is after the action."""
    return showing.tournament_in_full(visible_tournament(tournament.slug, user), user)


def acted(request: HttpRequest, slug: str, action: Callable[[int, User], object]) -> dict[str, Any]:
    """Do it to the tournament of that name, which the caller must be able to see; whether they may, it knows itself."""
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    action(tournament.pk, user)
    return now(tournament, user)


@router.post(
    "/tournaments",
    response={201: TournamentDetail},
    operation_id="create_tournament",
    summary="Announce a tournament, as a draft",
    **ORGANISER,
)
def create_tournament(request: HttpRequest, body: bodies.NewTournament) -> Status[dict[str, Any]]:
    user = user_of(request)
    settings = body.settings.dict(exclude_unset=True)
    made = create(user, body.name, body.variant, body.format, settings, **body.choices())
    return Status(201, now(made, user))


@router.patch(
    "/tournaments/{slug}",
    response=TournamentDetail,
    operation_id="edit_tournament",
    summary="Change it while nobody is seeded; what is left out stays as it is",
    **ORGANISER,
)
def edit_tournament(request: HttpRequest, slug: TournamentSlug, body: bodies.TournamentChanges) -> dict[str, Any]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    kind = body.format or tournament.format
    settings = showing.chosen_settings(tournament) if kind == tournament.format else {}
    edit(
        tournament.pk,
        user,
        name=body.name or tournament.name,
        slug=body.variant or tournament.variant,
        format_name=kind,
        format_settings={**settings, **body.settings.dict(exclude_unset=True)},
        **body.choices(),
    )
    return now(tournament, user)


@router.post(
    "/tournaments/{slug}/copy",
    response={201: TournamentDetail},
    operation_id="copy_tournament",
    summary="A new draft with the settings of this one",
    **ORGANISER,
)
def copy_tournament(request: HttpRequest, slug: TournamentSlug, body: bodies.Copy) -> Status[dict[str, Any]]:
    user = user_of(request)
    return Status(201, now(clone(visible_tournament(slug, user), user, body.name), user))


@leads("/open", "open_registration", "Open registration, or open it again before the start")
def open_registration(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    return acted(request, slug, registration.open_registration)


@leads("/close", "close_registration", "Close registration; seeds are proposed")
def close_registration(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    return acted(request, slug, registration.close_registration)


@leads("/deadline", "extend_deadline", "Let registration close later, or never by itself")
def extend_deadline(request: HttpRequest, slug: TournamentSlug, body: bodies.Deadline) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: registration.extend_deadline(pk, by, body.deadline, body.reason))


@leads("/start", "start_tournament", "Start: versions and seeds freeze, the first round is made")
def start_tournament(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    return acted(request, slug, lifecycle.start)


@leads("/pause", "pause_tournament", "No new games begin; running ones finish and count")
def pause_tournament(request: HttpRequest, slug: TournamentSlug, body: bodies.Why) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: lifecycle.pause(pk, by, body.reason))


@leads("/resume", "resume_tournament", "Go on after a pause")
def resume_tournament(request: HttpRequest, slug: TournamentSlug) -> dict[str, Any]:
    return acted(request, slug, lifecycle.resume)


@leads(
    "/cancel",
    "cancel_tournament",
    "End it for good; played games stay",
    description="A tournament that is played to its end finishes by itself.",
)
def cancel_tournament(request: HttpRequest, slug: TournamentSlug, body: bodies.Because) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: lifecycle.cancel(pk, by, body.reason))


@leads("/rounds/{stage}/{round}/publish", "publish_round", "Make the pairings of a round binding; its matches begin")
def publish_round(request: HttpRequest, slug: TournamentSlug, stage: Small, round: Small) -> dict[str, Any]:  # noqa: A002 - the name in the address
    return acted(request, slug, lambda pk, by: lifecycle.publish(pk, by, stage, round))


@leads("/rounds/{stage}/{round}/blocks", "set_round_blocks", "The length of the series of one round")
def set_round_blocks(
    request: HttpRequest,
    slug: TournamentSlug,
    stage: Small,
    round: Small,  # noqa: A002 - the name in the address
    body: bodies.Blocks,
) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: pairings.set_round_blocks(pk, by, stage, round, body.blocks))


@leads(
    "/rounds/{round}/swap",
    "swap_entrants",
    "Let two entrants change places in an unpublished round of the running stage",
)
def swap_entrants(request: HttpRequest, slug: TournamentSlug, round: Small, body: bodies.Swap) -> dict[str, Any]:  # noqa: A002 - the name in the address
    return acted(request, slug, lambda pk, by: pairings.swap(pk, by, round, body.one, body.other, reason=body.reason))
