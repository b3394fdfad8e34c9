"""Bots, and what their owners do with them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status

from arena.api import showing
from arena.api.access import needs, user_of, visitor
from arena.api.finding import own_bot, visible_bot
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import NO_ZERO, BotSlug
from arena.api.schemas import BotChanges, BotOut, LadderPlaceOut, LogOut, NewBot
from arena.api.scopes import Scope
from arena.bots.actions import manage
from arena.bots.actions.submit import create_bot
from arena.bots.models import Bot
from arena.matches.reading import visible_seats
from arena.ratings.ladder.places import ladder_places
from arena.replays.access import may_read_logs
from arena.replays.habits import habits
from arena.replays.looking import note_logs
from referee.analysis.habits import as_json

router = Router(tags=["bots"])


class BotFilter(Paging):
    q: str = Field("", max_length=60, pattern=NO_ZERO, description="Part of the name of the bot.")
    owner: str = Field("", max_length=30, pattern=NO_ZERO, description="Account name.")
    game: str = Field("", max_length=20, pattern=NO_ZERO)
    house: bool | None = None


class LogFilter(Paging):
    faults_only: bool = False


@router.get("/bots", response=Page[BotOut], operation_id="list_bots", summary="Bots that you may see")
def list_bots(request: HttpRequest, wanted: Query[BotFilter]) -> dict[str, Any]:
    rows = Bot.objects.visible_to(visitor(request)).select_related("owner", "active_version")
    if wanted.q:
        rows = rows.filter(name__icontains=wanted.q)
    if wanted.owner:
        rows = rows.filter(owner__name=wanted.owner.lower())
    if wanted.game:
        rows = rows.filter(games__contains=[wanted.game])
    if wanted.house is not None:
        rows = rows.exclude(house_name="") if wanted.house else rows.filter(house_name="")
    return Order("pk").page(rows, wanted, showing.bot)


@router.post(
    "/bots",
    response={201: BotOut},
    operation_id="create_bot",
    summary="A new bot, without versions yet",
    **needs(Scope.BOTS),
)
def new_bot(request: HttpRequest, body: NewBot) -> Status[dict[str, Any]]:
    user = user_of(request)
    made = create_bot(user, body.name, body.games, description=body.description, is_private=body.is_private)
    return Status(201, showing.bot(made))


@router.get("/bots/{slug}", response=BotOut, operation_id="get_bot", summary="One bot")
def get_bot(request: HttpRequest, slug: BotSlug) -> dict[str, Any]:
    return showing.bot(visible_bot(slug, visitor(request)))


@router.get(
    "/bots/{slug}/ladders",
    response=list[LadderPlaceOut],
    operation_id="list_ladders_of_bot",
    summary="Ladders on which it plays, and what is missing to a rating",
)
def ladders_of_bot(request: HttpRequest, slug: BotSlug) -> list[dict[str, Any]]:
    return [showing.ladder_place(place) for place in ladder_places(visible_bot(slug, visitor(request)))]


@router.patch(
    "/bots/{slug}",
    response=BotOut,
    operation_id="edit_bot",
    summary="Change your bot; what is left out stays as it is",
    **needs(Scope.BOTS),
)
def edit_bot(request: HttpRequest, slug: BotSlug, changes: BotChanges) -> dict[str, Any]:
    bot = own_bot(slug, user_of(request))
    manage.edit(bot, **changes.dict(exclude_unset=True))
    return showing.bot(bot)


@router.delete(
    "/bots/{slug}",
    response={204: None},
    operation_id="delete_bot",
    summary="Delete a bot of yours that never played",
    **needs(Scope.BOTS),
)
def delete_bot(request: HttpRequest, slug: BotSlug) -> Status[None]:
    manage.delete(own_bot(slug, user_of(request)))
    return Status(204, None)


@router.post(
    "/bots/{slug}/retire",
    response=BotOut,
    operation_id="retire_bot",
    summary="Take it off ladders and lists; results and replays stay",
    **needs(Scope.BOTS),
)
def retire_bot(request: HttpRequest, slug: BotSlug) -> dict[str, Any]:
    user = user_of(request)
    manage.retire(own_bot(slug, user))
    return showing.bot(own_bot(slug, user))


@router.post(
    "/bots/{slug}/bring-back",
    response=BotOut,
    operation_id="bring_bot_back",
    summary="Let a retired bot play again, with its newest ready version",
    **needs(Scope.BOTS),
)
def bring_bot_back(request: HttpRequest, slug: BotSlug) -> dict[str, Any]:
    user = user_of(request)
    manage.bring_back(own_bot(slug, user))
    return showing.bot(own_bot(slug, user))


@router.get(
    "/bots/{slug}/logs",
    response=Page[LogOut],
    operation_id="list_logs",
    summary="What your bot wrote and how it did, newest game first",
    **needs(Scope.READ),
)
def list_logs(request: HttpRequest, slug: BotSlug, wanted: Query[LogFilter]) -> dict[str, Any]:
    user = user_of(request)
    bot = visible_bot(slug, user)
    if not may_read_logs(user, bot):
        raise ProblemError("forbidden", f"{bot.name} is not your bot.")
    note_logs(user, bot, request.path)
    rows = visible_seats(user).filter(version__bot=bot, rank__isnull=False).select_related("game", "version")
    if wanted.faults_only:
        rows = rows.exclude(fault="")
    return Order("pk", is_descending=True).page(rows, wanted, showing.log)


class ExampleOut(Schema):
    game: str
    step: int = Field(description="Actions that were played before.")
    played: str
    better: str
    loss: float = Field(description="Chance to win that it cost.")


class HabitOut(Schema):
    variant: str
    decision: str
    played: str = Field(description="Type of the action that was played, as in the protocol.")
    better: str = Field(description="Type of the better one.")
    times: int
    cost: float = Field(description="Chances to win that it cost, summed over all games.")
    worst: ExampleOut


class HabitsOut(Schema):
    games: int = Field(description="The newest games whose decisions were judged.")
    waiting: int = Field(description="Games that wait for it.")
    habits: list[HabitOut] = Field(description="The costliest first.")


@router.get(
    "/bots/{slug}/habits",
    response=HabitsOut,
    operation_id="get_habits",
    summary="What costs your bot most: mistakes of a kind, over its newest analysed games",
    **needs(Scope.READ),
)
def get_habits(request: HttpRequest, slug: BotSlug) -> dict[str, Any]:
    user = user_of(request)
    told = habits(own_bot(slug, user), user)
    return {"games": told.games, "waiting": told.waiting, "habits": as_json(told.costliest)}
