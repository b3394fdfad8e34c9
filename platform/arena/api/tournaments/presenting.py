"""Routes about what an organiser shows and when: staged reveal, and announcements."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Status

from arena.api.access import user_of, visitor
from arena.api.paging import Order, Page, Paging
from arena.api.routes.params import TournamentSlug
from arena.api.tournaments import bodies, showing
from arena.api.tournaments.finding import visible_tournament
from arena.api.tournaments.organising import acted, leads
from arena.api.tournaments.router import router
from arena.api.tournaments.schemas import AnnouncementOut
from arena.tournaments.actions import announcements, reveal


@leads("/reveal", "reveal_round", "Show the next round of a staged tournament, or one match of it")
def reveal_round(request: HttpRequest, slug: TournamentSlug, body: bodies.Reveal) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: reveal.reveal(pk, by, body.match, body.round))


@leads("/reveal_at", "reveal_at", "Let the next round be revealed by itself; pages count down to it")
def reveal_at(request: HttpRequest, slug: TournamentSlug, body: bodies.RevealAt) -> dict[str, Any]:
    return acted(request, slug, lambda pk, by: reveal.reveal_at(pk, by, body.at))


@router.get(
    "/tournaments/{slug}/announcements",
    response=Page[AnnouncementOut],
    operation_id="list_announcements",
    summary="What the organiser announced, newest first",
)
def list_announcements(request: HttpRequest, slug: TournamentSlug, paging: Query[Paging]) -> dict[str, Any]:
    tournament = visible_tournament(slug, visitor(request))
    rows = tournament.announcements.filter(is_taken_down=False).select_related("by")
    return Order("pk", is_descending=True).page(rows, paging, showing.announcement)


@leads("/announcements", "announce", "Tell everybody something", response={201: AnnouncementOut})
def announce(request: HttpRequest, slug: TournamentSlug, body: bodies.NewAnnouncement) -> Status[dict[str, Any]]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    return Status(201, showing.announcement(announcements.announce(tournament.pk, user, body.title, body.text)))
