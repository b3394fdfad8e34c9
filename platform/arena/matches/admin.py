"""Matches, games, attempts and replays for staff: everything to be read, results never to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html

from arena.lib.admin import ReadOnlyAdmin, confirmed
from arena.matches.actions import settle, void
from arena.matches.models import (
    Attempt,
    Entrant,
    Game,
    GameState,
    Match,
    MatchState,
    QueueSource,
    QueueSwitch,
    Seat,
    StoredReplay,
    WorkerRole,
)
from arena.matches.verify_replays import verify_stored
from engines.words import mark

if TYPE_CHECKING:
    from django.http import HttpRequest

    _Inline = admin.TabularInline[Any, Any]
else:
    _Inline = admin.TabularInline


@confirmed("Cancel these matches? Open games are not played; finished ones stay.", "%(count)d matches are cancelled.")
def cancel(match: Match) -> bool:
    """Cancel the selected matches"""
    return match.state == MatchState.RUNNING and settle.cancel(match.pk, mark("Cancelled by staff."))


@confirmed("Give these stuck games another try?", "%(count)d games are queued again.")
def try_again(game: Game) -> bool:
    """Queue the selected stuck games again"""
    return game.state == GameState.STUCK and void.try_stuck_game_again(game.pk)


@confirmed("Play these replays again now and compare?", "%(count)d replays came out as they were recorded.")
def verify(replay: StoredReplay) -> bool:
    """Verify the selected replays now"""
    return verify_stored(replay)


class _Rows(_Inline):
    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # whoever sees the page around it

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntrantRows(_Rows):
    model = Entrant
    fields = ("position", "version", "faults")


class SeatRows(_Rows):
    model = Seat
    fields = ("seat", "side", "version", "rank", "points", "fault", "fault_sentence")


class AttemptRows(_Rows):
    model = Attempt
    fields = ("number", "outcome", "worker", "started_at", "ended_at", "cause")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("id", "key", "kind", "variant", "state", "is_rated", "requested_by", "deadline", "created_at")
    list_filter = ("state", "kind", "is_rated", "variant")
    list_select_related = ("requested_by",)
    search_fields = ("key", "source", "requested_by__name", "entrants__version__bot__name")
    exclude = ("secret",)  # with it the deals of open games could be computed
    actions = (cancel,)
    inlines = (EntrantRows,)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("id", "match", "variant", "state", "reason", "attempt_count", "void_count", "queued_at")
    list_filter = ("state", "termination", "variant")
    list_select_related = ("block__match",)
    search_fields = ("=id", "block__match__key", "commitment", "transcript_hash", "seats__version__bot__name")
    ordering = ("-id",)
    actions = (try_again,)
    inlines = (SeatRows, AttemptRows)

    @admin.display(ordering="block__match")
    def match(self, game: Game) -> str:
        address = reverse("admin:matches_match_change", args=[game.block.match_id])
        return format_html('<a href="{}">{}</a>', address, game.block.match.key)


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    list_display = ("game", "number", "outcome", "worker", "started_at", "ended_at", "short_cause")
    list_filter = ("outcome",)
    list_select_related = ("game",)
    search_fields = ("=game__id", "worker", "cause")
    ordering = ("-id",)
    date_hierarchy = "started_at"

    @admin.display(description="cause")
    def short_cause(self, attempt: Attempt) -> str:
        lines = attempt.cause.strip().splitlines()
        return lines[-1][:120] if lines else ""


@admin.register(StoredReplay)
class StoredReplayAdmin(ReadOnlyAdmin):
    list_display = ("content_hash", "size_bytes", "created_at", "verified_at", "mismatch")
    list_filter = (("mismatch", admin.EmptyFieldListFilter), ("verified_at", admin.EmptyFieldListFilter))
    search_fields = ("content_hash", "=games__id")
    ordering = ("-id",)
    actions = (verify,)


@admin.register(WorkerRole)
class WorkerRoleAdmin(ReadOnlyAdmin):
    list_display = ("name", "is_trusted", "stopped_because", "created_at")


@admin.register(QueueSwitch)
class QueueSwitchAdmin(ReadOnlyAdmin):
    """To be read; the buttons are on the queue page, where the waiting games are seen beside them."""

    list_display = ("queue", "is_paused", "reason", "changed_by", "changed_at")
    list_select_related = ("changed_by",)


@admin.register(QueueSource)
class QueueSourceAdmin(ReadOnlyAdmin):
    list_display = ("name", "group", "spent_ms", "is_waiting", "is_paused")
    list_filter = ("group",)
    search_fields = ("name",)
