"""Versions of a bot: upload, follow the check, choose the active one."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Field, File, Form, Query, Router, Schema, Status, UploadedFile

from arena.api import showing
from arena.api.access import needs, user_of, visitor
from arena.api.downloading import few_at_once
from arena.api.finding import own_bot, version_of, visible_bot
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import NO_ZERO, BotSlug, Number
from arena.api.schemas import BotOut, VersionDetail, VersionOut
from arena.api.scopes import Scope
from arena.bots.actions import check, manage
from arena.bots.actions.submit import submit
from arena.bots.archive import read_upload
from arena.bots.conditions import conditions
from arena.bots.downloads import program
from arena.replays.looking import note_download, note_logs

router = Router(tags=["bots"])


class Changes(Schema):
    changelog: str = Field("", max_length=2000, pattern=NO_ZERO, description="What is new in this version.")


@router.get("/bots/{slug}/versions", response=Page[VersionOut], operation_id="list_versions", summary="Newest first")
def list_versions(request: HttpRequest, slug: BotSlug, paging: Query[Paging]) -> dict[str, Any]:
    bot = visible_bot(slug, visitor(request))
    return Order("number", is_descending=True).page(bot.versions.select_related("bot"), paging, showing.version)


@router.post(
    "/bots/{slug}/versions",
    response={200: VersionOut, 201: VersionOut},
    operation_id="upload_version",
    summary="Upload a zip of the bot's folder, or one source file",
    description="Status 200 instead of 201: the same files were uploaded before, and this is that version.",
    **needs(Scope.BOTS),
)
def upload_version(
    request: HttpRequest, slug: BotSlug, upload: File[UploadedFile], changes: Form[Changes]
) -> Status[dict[str, Any]]:
    bot = own_bot(slug, user_of(request))
    most = conditions().upload_bytes
    if (upload.size or 0) > most:
        raise ProblemError("too-large", f"An upload may have {most:,} bytes.")
    with transaction.atomic():
        done = submit(bot, read_upload(upload.name or "", upload.read()), changes.changelog)
    return Status(201 if done.is_new else 200, showing.version(version_of(bot, done.version.number)))


@router.get(
    "/bots/{slug}/versions/{number}",
    response=VersionDetail,
    operation_id="get_version",
    summary="How far the check is, and its report",
)
def get_version(request: HttpRequest, slug: BotSlug, number: Number) -> dict[str, Any]:
    user = visitor(request)
    version = version_of(visible_bot(slug, user), number)
    if version.report:
        note_logs(user, version.bot, request.path)
    return showing.version_in_full(version, user)


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


@router.post(
    "/bots/{slug}/versions/{number}/check",
    response=VersionOut,
    operation_id="check_version_again",
    summary="Check a version again that waits or was rejected",
    **needs(Scope.BOTS),
)
def check_version_again(request: HttpRequest, slug: BotSlug, number: Number) -> dict[str, Any]:
    bot = own_bot(slug, user_of(request))
    version = version_of(bot, number)
    if not check.check_again(version.pk, user_of(request)):
        raise ProblemError(
            "conflict", f"{bot.name} v{number} is {version.get_state_display()}: there is nothing to do."
        )
    return showing.version(version_of(bot, number))


_download = needs(Scope.READ)
_download["openapi_extra"]["x-media"] = "application/zip"


@router.get(
    "/bots/{slug}/versions/{number}/download",
    operation_id="download_version",
    summary="The files of a version of your own, as a zip",
    **_download,
)
def download_version(request: HttpRequest, slug: BotSlug, number: Number) -> HttpResponseBase:
    version = version_of(own_bot(slug, user_of(request)), number)
    if not version.archive:
        raise ProblemError("not-found", "The files of this version are not kept any more.")
    note_download(user_of(request), version, request.path)
    with few_at_once():
        return program(request, version)
