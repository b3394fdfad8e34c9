"""News for programs: the list of events, and webhooks that are told of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status
from pydantic import ConfigDict

from arena.api.access import needs, user_of, visitor
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import NO_ZERO, Id
from arena.api.schemas import SLUG
from arena.api.scopes import Scope
from arena.api.tournaments.finding import visible_tournament
from arena.news import actions
from arena.news.models import Delivery, DeliveryState, Event, Kind, Webhook, WebhookAbout
from arena.news.visibility import visible_events
from arena.news.wording import as_values

router = Router(tags=["news"])
NEWS = needs(Scope.NEWS)


class EventOut(Schema):
    id: int
    kind: Kind
    title: str = Field(description="One line for people.")
    text: str
    tournament: str | None = Field(description="Slug.")
    bots: list[str] = Field(description="Slugs of the bots it is about.")
    data: dict[str, Any] = Field(description="What the line was made from.")
    url: str
    created_at: datetime


class EventFilter(Paging):
    kind: Kind | None = None
    tournament: str = Field("", max_length=60, pattern=NO_ZERO, description="Slug.")
    bot: str = Field("", max_length=60, pattern=NO_ZERO, description="Slug.")


class NewWebhook(Schema):
    model_config = ConfigDict(extra="forbid")
    url: str = Field(min_length=1, max_length=500, pattern=NO_ZERO, description="Begins with https://.")
    about: WebhookAbout = WebhookAbout.MINE
    tournament: Annotated[str, Field(max_length=60, pattern=SLUG)] | None = Field(
        None, description="Slug; for about = tournament."
    )
    kinds: list[Kind] = Field([], max_length=40, description="Empty: all.")


class WebhookOut(Schema):
    id: int
    url: str
    about: WebhookAbout
    tournament: str | None
    kinds: list[Kind]
    is_active: bool
    switched_off_reason: str
    old_secret_until: datetime | None = Field(description="Until then the secret before the last signs too.")
    created_at: datetime


class WebhookWithSecret(WebhookOut):
    secret: str = Field(description="Shown here and never again.")


class DeliveryAttemptOut(Schema):
    at: datetime
    status: int | None = Field(description="Of the answer; null: none came.")
    error: str
    answer: str = Field(description="Its beginning.")
    took_ms: int


class DeliveryOut(Schema):
    id: int
    event: int
    kind: Kind
    state: DeliveryState
    tries: int
    next_try_at: datetime | None
    attempts: list[DeliveryAttemptOut]


@router.get("/events", response=Page[EventOut], operation_id="list_events", summary="News, newest first")
def list_events(request: HttpRequest, wanted: Query[EventFilter]) -> dict[str, Any]:
    rows = visible_events(visitor(request)).select_related("tournament").prefetch_related("bots")
    if wanted.kind is not None:
        rows = rows.filter(kind=wanted.kind)
    if wanted.tournament:
        rows = rows.filter(tournament__slug=wanted.tournament)
    if wanted.bot:
        rows = rows.filter(pk__in=Event.bots.through.objects.filter(bot__slug=wanted.bot).values("event"))
    return Order("pk", is_descending=True).page(rows, wanted, as_values)


@router.get("/webhooks", response=list[WebhookOut], operation_id="list_webhooks", summary="Your webhooks", **NEWS)
def list_webhooks(request: HttpRequest) -> list[dict[str, Any]]:
    return [_shown(webhook) for webhook in user_of(request).webhooks.select_related("tournament")]


@router.post(
    "/webhooks",
    response={201: WebhookWithSecret},
    operation_id="create_webhook",
    summary="Be told of news at an address of yours",
    **NEWS,
)
def create_webhook(request: HttpRequest, body: NewWebhook) -> Status[dict[str, Any]]:
    user = user_of(request)
    tournament = visible_tournament(body.tournament, user) if body.tournament else None
    try:
        made = actions.create_webhook(user, body.url, body.about, tournament, body.kinds)
    except actions.NewsError as reason:
        raise ProblemError("conflict", str(reason), [{"field": reason.field, "message": str(reason)}]) from None
    return Status(201, {**_shown(made), "secret": made.secret})


@router.post(
    "/webhooks/{id}/rotate",
    response=WebhookWithSecret,
    operation_id="rotate_webhook_secret",
    summary="A new secret; for a day deliveries are signed with the old one too",
    **NEWS,
)
def rotate_webhook_secret(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - the name in the address
    hook = _own(request, id)
    return {"secret": actions.rotate_secret(hook), **_shown(hook)}


@router.delete(
    "/webhooks/{id}", response={204: None}, operation_id="delete_webhook", summary="Tell it nothing more", **NEWS
)
def delete_webhook(request: HttpRequest, id: Id) -> Status[None]:  # noqa: A002 - the name in the address
    _own(request, id).delete()
    return Status(204, None)


@router.get(
    "/webhooks/{id}/deliveries",
    response=Page[DeliveryOut],
    operation_id="list_deliveries",
    summary="What was sent in the last month and what was answered, newest first",
    **NEWS,
)
def list_deliveries(request: HttpRequest, id: Id, paging: Query[Paging]) -> dict[str, Any]:  # noqa: A002 - as above
    rows = _own(request, id).deliveries.select_related("event").prefetch_related("attempts")
    return Order("pk", is_descending=True).page(rows, paging, _delivery)


@router.post(
    "/webhooks/{id}/deliveries/{delivery}/again",
    response=DeliveryOut,
    operation_id="deliver_again",
    summary="Send it once more, under its old id",
    **NEWS,
)
def deliver_again(request: HttpRequest, id: Id, delivery: Id) -> dict[str, Any]:  # noqa: A002 - as above
    row = _own(request, id).deliveries.select_related("event").filter(pk=delivery).first()
    if row is None:
        raise ProblemError("not-found", "There is no such delivery.")
    actions.deliver_again(row)
    row.refresh_from_db()
    return _delivery(row)


def _own(request: HttpRequest, pk: int) -> Webhook:
    webhook = user_of(request).webhooks.select_related("tournament").filter(pk=pk).first()
    if webhook is None:
        raise ProblemError("not-found", f"You have no webhook {pk}.")
    return webhook


def _shown(hook: Webhook) -> dict[str, Any]:
    names = ("id", "url", "about", "kinds", "is_active", "switched_off_reason", "old_secret_until", "created_at")
    shown = {name: getattr(hook, name) for name in names}
    return {**shown, "tournament": hook.tournament.slug if hook.tournament else None}


def _delivery(delivery: Delivery) -> dict[str, Any]:
    names = ("id", "state", "tries", "next_try_at")
    shown = {name: getattr(delivery, name) for name in names}
    attempts = [
        {name: getattr(attempt, name) for name in ("at", "status", "error", "answer", "took_ms")}
        for attempt in delivery.attempts.all()
    ]
    return {**shown, "event": delivery.event_id, "kind": delivery.event.kind, "attempts": attempts}
