"""The seasons of a variant: final boards, results to download, and, for organisers, the end of the one that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from arena.accounts.models import User
from arena.lib.streaming import RETRY_AFTER_S, TooManyDownloadsError, streamed
from arena.ratings.actions.seasons import SeasonError, ask_to_end, go_on
from arena.ratings.leaderboard.download import LINES, PARQUET, results, results_as_parquet
from arena.ratings.models import FinalPlace, Pool, Standing
from arena.replays.models import DumpFile
from arena.web.downloads import limited
from arena.web.ladders.badges import HONOURED
from arena.web.ladders.views import pool_of
from arena.web.person import person
from referee.ratings.parquet import is_available

CARRY_OVER = (0, 25, 50, 75, 100)


@dataclass(frozen=True)
class Season:
    pool: Pool
    leaders: list[Standing]
    """Of a season that is over the first three, of the open one those who lead."""
    files: list[DumpFile]
    """All its games, as far as they are made."""


@require_GET
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first; five queries however many there are."""
    played, _open = pool_of(slug, "")
    rows = Pool.objects.filter(variant=slug).select_related("ended_by").order_by("-season")
    pools = list(rows.prefetch_related("dump__files"))
    context = {
        "variant": played,
        "seasons": [Season(pool, leaders, _files(pool)) for pool, leaders in zip(pools, _leaders(pools), strict=True)],
        "open": next((pool for pool in pools if pool.is_open), None),
        "may_manage": _may_manage(person(request)),
        "carry_over": CARRY_OVER,
        "has_parquet": is_available(),
    }
    return render(request, "ladders/seasons.html", context)


def _files(pool: Pool) -> list[DumpFile]:
    return list(pool.dump.files.all()) if hasattr(pool, "dump") else []


def _leaders(pools: list[Pool]) -> list[list[Standing]]:
    honoured = FinalPlace.objects.filter(pool__in=pools, place__lte=HONOURED).values_list("pool", "version", "place")
    places = {(pool, version): place or 0 for pool, version, place in honoured}
    lines = (
        Standing.objects.on_board()
        .filter(pool__in=pools, version__in={version for _, version in places})
        .select_related("version__bot__owner")
    )
    leaders: dict[int, list[tuple[int, Standing]]] = {pool.pk: [] for pool in pools}
    for line in lines:
        if (line.pool_id, line.version_id) in places:
            leaders[line.pool_id].append((places[line.pool_id, line.version_id], line))
    return [[line for _, line in sorted(leaders[pool.pk], key=lambda placed: placed[0])] for pool in pools]


def _may_manage(user: User | None) -> bool:
    return user is not None and user.is_organiser


def _managed(request: HttpRequest, slug: str) -> tuple[User, Pool]:
    user = person(request)
    if user is None or not _may_manage(user):
        raise PermissionDenied
    _, pool = pool_of(slug, "")
    # The page names the season that it showed: a second click must not end the one that has just begun.
    if pool is None or request.POST.get("season", "") != str(pool.season):
        raise Http404
    return user, pool


@login_required
@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    user, pool = _managed(request, slug)
    try:
        ask_to_end(pool.pk, user, _percent(request.POST.get("carry_over", "")))
    except SeasonError as reason:
        messages.error(request, str(reason))
    else:
        messages.success(
            request, _("%(pool)s ends as soon as the games that are being played are rated.") % {"pool": pool}
        )
    return redirect("ladders:seasons", slug)


def _percent(text: str) -> int:
    """What is no number at all is refused like one that is too large."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


@login_required
@require_POST
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    _user, pool = _managed(request, slug)
    try:
        go_on(pool.pk)
    except SeasonError as reason:
        messages.error(request, str(reason))
    else:
        messages.success(request, _("%(pool)s goes on.") % {"pool": pool})
    return redirect("ladders:seasons", slug)


@require_GET
@limited
def as_lines(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All results of a season, for `arena refit` and for everybody's own statistics."""
    return _download(request, slug, results, "jsonl", LINES)


@require_GET
@limited
def as_parquet(request: HttpRequest, slug: str) -> HttpResponseBase:
    if not is_available():
        text = _("This arena cannot write Parquet: pyarrow is not installed. Take the JSON lines.")
        return HttpResponse(text, status=501, content_type="text/plain; charset=utf-8")
    return _download(request, slug, results_as_parquet, "parquet", PARQUET)


def _download(
    request: HttpRequest, slug: str, parts: Callable[[Pool], Iterator[bytes]], ending: str, content_type: str
) -> HttpResponseBase:
    _played, pool = pool_of(slug, request.GET.get("season", "").strip()[:6])
    if pool is None:
        raise Http404
    try:
        return streamed(request, parts(pool), f"{slug}-season-{pool.season}.{ending}", content_type)
    except TooManyDownloadsError:
        text = _("You or others are downloading results just now. Try again in half a minute.")
        later = {"Retry-After": str(RETRY_AFTER_S)}
        return HttpResponse(text, status=503, content_type="text/plain; charset=utf-8", headers=later)
