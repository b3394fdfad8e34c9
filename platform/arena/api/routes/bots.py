"""Bots and their versions."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from ninja import Field, File, Form, Query, Router, Schema, Status, UploadedFile

from arena.api import showing
from arena.api.access import needs, user_of, visitor
from arena.api.finding import own_bot, version_of, visible_bot
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import BotSlug, Number
from arena.api.schemas import BotOut, LogOut, NewBot, VersionDetail, VersionOut
from arena.api.scopes import Scope
from arena.bots.actions import manage
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import MAX_UPLOAD_BYTES, read_upload
from arena.bots.models import Bot
from arena.matches.models import Seat

router = Router(tags=["bots"])
NO_ZERO = r"^[^\x00]*$"


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
def new_bot(request: HttpRequest, given: NewBot) -> Status[dict[str, Any]]:
    user = user_of(request)
    made = create_bot(user, given.name, given.games, description=given.description, is_private=given.is_private)
    return Status(201, showing.bot(made))


@router.get("/bots/{slug}", response=BotOut, operation_id="get_bot", summary="One bot")
def get_bot(request: HttpRequest, slug: BotSlug) -> dict[str, Any]:
    return showing.bot(visible_bot(slug, visitor(request)))


@router.get("/bots/{slug}/versions", response=Page[VersionOut], operation_id="list_versions", summary="Newest first")
def list_versions(request: HttpRequest, slug: BotSlug, paging: Query[Paging]) -> dict[str, Any]:
    found = visible_bot(slug, visitor(request))
    return Order("number", is_descending=True).page(found.versions.select_related("bot"), paging, showing.version)


class Changes(Schema):
    changelog: str = Field("", max_length=2000, pattern=NO_ZERO, description="What is new in this version.")


@router.post(
    "/bots/{slug}/versions",
    response={200: VersionOut, 201: VersionOut},
    operation_id="upload_version",
    summary="Upload a zip of the bot's folder, or one source file",
    description="Status 200 instead of 201: the same files were uploaded before, and this is that version.",
    **needs(Scope.BOTS),
)
def upload_version(
    request: HttpRequest, slug: BotSlug, upload: File[UploadedFile], given: Form[Changes]
) -> Status[dict[str, Any]]:
    bot = own_bot(slug, user_of(request))
    if (upload.size or 0) > MAX_UPLOAD_BYTES:
        raise ProblemError("too-large", f"A bot may have {MAX_UPLOAD_BYTES:,} bytes.")
    with transaction.atomic():
        done = submit(bot, read_upload(upload.name or "", upload.read()), given.changelog)
    return Status(201 if done.is_new else 200, showing.version(version_of(bot, done.version.number)))


@router.get(
    "/bots/{slug}/versions/{number}",
    response=VersionDetail,
    operation_id="get_version",
    summary="How far the check is, and its report",
)
def get_version(request: HttpRequest, slug: BotSlug, number: Number) -> dict[str, Any]:
    user = visitor(request)
    return showing.version_in_full(version_of(visible_bot(slug, user), number), user)


@router.post(
    "/bots/{slug}/versions/{number}/activate",
    response=BotOut,
    operation_id="activate_version",
    summary="Let this version play",
    **needs(Scope.BOTS),
)
def activate_version(request: HttpRequest, slug: BotSlug, number: Number) -> dict[str, Any]:
    user = user_of(request)
    manage.activate(version_of(own_bot(slug, user), number))
    return showing.bot(own_bot(slug, user))


@router.get(
    "/bots/{slug}/logs",
    response=Page[LogOut],
    operation_id="list_logs",
    summary="What your bot wrote and how it did, newest game first",
    **needs(Scope.READ),
)
def list_logs(request: HttpRequest, slug: BotSlug, wanted: Query[LogFilter]) -> dict[str, Any]:
    bot = own_bot(slug, user_of(request))
    rows = Seat.objects.filter(version__bot=bot, rank__isnull=False).select_related("game", "version")
    if wanted.faults_only:
        rows = rows.exclude(fault="")
    return Order("pk", is_descending=True).page(rows, wanted, showing.log)
