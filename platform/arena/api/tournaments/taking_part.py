"""Routes about who takes part: entering, leaving, invitations, seeds."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Status

from arena.accounts.models import User
from arena.api.access import needs, user_of, user_with
from arena.api.finding import visible_bot
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import BotSlug, TournamentSlug
from arena.api.scopes import Scope
from arena.api.tournaments import bodies, showing
from arena.api.tournaments.finding import entrant_of, managed_tournament, visible_tournament
from arena.api.tournaments.organising import ORGANISER, acted, leads, now
from arena.api.tournaments.router import router
from arena.api.tournaments.schemas import EntrantListOut, EntrantOut, InvitationOut, TournamentDetail
from arena.tournaments.actions import departures, entrant_list, registration, seeding, timetable
from arena.tournaments.actions.audit import require_state
from arena.tournaments.models import Entrant, TournamentState

EITHER = needs(Scope.ENTER, Scope.ORGANISE)
"""An author with a bot of their own, or the organiser with anybody's: the route asks which."""


def _as_owner_or_organiser(request: HttpRequest, *, is_own: bool) -> User:
    return user_with(request, Scope.ENTER if is_own else Scope.ORGANISE)


def _entrant(request: HttpRequest, slug: str, bot: str) -> Entrant:
    return entrant_of(visible_tournament(slug, user_of(request)), bot)


@router.post(
    "/tournaments/{slug}/entrants",
    response={201: EntrantOut},
    operation_id="enter_bot",
    summary="Enter a bot: your own, or a house bot as organiser",
    **EITHER,
)
def enter_bot(request: HttpRequest, slug: TournamentSlug, body: bodies.Entry) -> Status[dict[str, Any]]:
    tournament = visible_tournament(slug, user_of(request))
    bot = visible_bot(body.bot, user_of(request))
    user = _as_owner_or_organiser(request, is_own=bot.belongs_to(user_of(request)) and not body.late)
    enter = departures.enter_late if body.late else registration.register
    return Status(201, showing.entrant(enter(tournament.pk, bot, user)))


@router.post(
    "/tournaments/{slug}/entrants/{bot}/withdraw",
    response=TournamentDetail,
    operation_id="withdraw_bot",
    summary="Take a bot out: before the start without a trace in the results, later as a withdrawal",
    **EITHER,
)
def withdraw_bot(request: HttpRequest, slug: TournamentSlug, bot: BotSlug, body: bodies.Why) -> dict[str, Any]:
    tournament = visible_tournament(slug, user_of(request))
    entrant = entrant_of(tournament, bot)
    user = _as_owner_or_organiser(request, is_own=entrant.owner_id == user_of(request).pk)
    if tournament.is_started:
        departures.withdraw(tournament.pk, entrant, user, body.reason)
    else:
        registration.take_back(tournament.pk, entrant, user)
    return now(tournament, user)


@leads("/entrants/{bot}/disqualify", "disqualify_bot", "Put a bot out of a running tournament")
def disqualify_bot(
    request: HttpRequest, slug: TournamentSlug, bot: BotSlug, body: bodies.Disqualification
) -> dict[str, Any]:
    as_losses = body.results == "losses"

    def disqualify(pk: int, by: User) -> None:
        departures.disqualify(pk, _entrant(request, slug, bot), by, body.reason, as_losses=as_losses)

    return acted(request, slug, disqualify)


@router.post(
    "/tournaments/{slug}/entrants/{bot}/check-in",
    response=EntrantOut,
    operation_id="check_in",
    summary="Say that a bot will play, before a tournament that asks for it starts",
    **EITHER,
)
def check_in(request: HttpRequest, slug: TournamentSlug, bot: BotSlug) -> dict[str, Any]:
    tournament = visible_tournament(slug, user_of(request))
    entrant = entrant_of(tournament, bot)
    user = _as_owner_or_organiser(request, is_own=entrant.owner_id == user_of(request).pk)
    timetable.check_in(tournament.pk, entrant, user)
    return showing.entrant(entrant_of(tournament, bot))


@leads("/fill", "fill_field", "Enter house bots until the field has a size")
def fill_field(request: HttpRequest, slug: TournamentSlug, body: bodies.Fill) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: registration.fill(pk, by, body.size))


@leads(
    "/entrants-list",
    "enter_list",
    "Enter bots from a list, all or nobody, or look at what it would do",
    response=EntrantListOut,
)
def enter_list(request: HttpRequest, slug: TournamentSlug, body: bodies.EntrantList) -> dict[str, Any]:
    user = user_of(request)
    tournament = managed_tournament(slug, user)
    if body.preview:
        require_state(tournament, TournamentState.REGISTRATION)
        lines = entrant_list.preview(tournament, user, body.text, invites=body.invites)
    else:
        lines = entrant_list.enter_list(tournament.pk, user, body.text, invites=body.invites)
    return {
        "is_entered": not body.preview and not any(line.error for line in lines),
        "lines": [showing.list_line(line) for line in lines],
    }


@leads("/entrants/{bot}/seed", "move_seed", "Put one entrant on a seed; those between move by one")
def move_seed(request: HttpRequest, slug: TournamentSlug, bot: BotSlug, body: bodies.Seed) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: seeding.move_seed(pk, by, _entrant(request, slug, bot), body.seed))


@leads("/seeding", "seed_by", "Seed anew by another method")
def seed_by(request: HttpRequest, slug: TournamentSlug, body: bodies.Method) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: seeding.seed_by(pk, by, body.method))


@router.get(
    "/tournaments/{slug}/invitations",
    response=Page[InvitationOut],
    operation_id="list_invitations",
    summary="Who is invited; for the organiser",
    **needs(Scope.READ),
)
def list_invitations(request: HttpRequest, slug: TournamentSlug, paging: Query[Paging]) -> dict[str, Any]:
    tournament = managed_tournament(slug, user_of(request))
    return Order("pk").page(tournament.invitations.select_related("user"), paging, showing.invitation)


@router.post(
    "/tournaments/{slug}/invitations",
    response={201: InvitationOut},
    operation_id="invite",
    summary="Invite somebody to a tournament that is by invitation",
    **ORGANISER,
)
def invite(request: HttpRequest, slug: TournamentSlug, body: bodies.Guest) -> Status[dict[str, Any]]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    guest = User.objects.filter(name=body.name.lower(), is_active=True).first()
    if guest is None:
        raise ProblemError("not-found", f"There is nobody called “{body.name}”.")
    registration.invite(tournament.pk, user, guest)
    return Status(201, showing.invitation(tournament.invitations.select_related("user").get(user=guest)))
