"""Ladders in Django's admin: on and off, weight, seasons, who is suspended. What is derived cannot be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.ratings.actions.seasons import SeasonError, begin_season
from arena.ratings.ladder.suspension import put_back
from arena.ratings.models import LadderEntry, Pool

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    _PoolAdmin = admin.ModelAdmin[Pool]
    _EntryAdmin = admin.ModelAdmin[LadderEntry]
else:
    _PoolAdmin = _EntryAdmin = admin.ModelAdmin


class _NothingByHand:
    """Rows come and go by what happens on the ladder."""

    def has_add_permission(self, request: HttpRequest, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Pool)
class PoolAdmin(_NothingByHand, _PoolAdmin):
    list_display = ("variant", "season", "is_open", "ladder_is_on", "ladder_weight", "last_seq", "fitted_at")
    list_editable = ("ladder_is_on", "ladder_weight")
    list_filter = ("is_open", "ladder_is_on")
    search_fields = ("variant",)
    ordering = ("variant", "-season")
    list_per_page = 50
    fields = ("variant", "season", "is_open", "ladder_is_on", "ladder_weight", "last_seq", "fitted_seq", "fitted_at")
    readonly_fields = ("variant", "season", "is_open", "last_seq", "fitted_seq", "fitted_at")
    actions = ("begin_next_season",)

    @admin.action(description="Begin the next season", permissions=["change"])
    def begin_next_season(self, request: HttpRequest, queryset: QuerySet[Pool]) -> None:
        for pool in queryset:
            try:
                new = begin_season(pool.pk)
            except SeasonError as reason:
                messages.error(request, str(reason))
            else:
                messages.success(request, _("%(pool)s is open. Its ladder is still off.") % {"pool": new})


@admin.register(LadderEntry)
class LadderEntryAdmin(_NothingByHand, _EntryAdmin):
    list_display = ("version", "pool", "is_suspended", "fault_run", "placed_at", "joined_at")
    list_filter = ("is_suspended", "pool")
    list_select_related = ("version__bot", "pool")
    search_fields = ("version__bot__name",)
    ordering = ("-is_suspended", "-joined_at")
    fields = readonly_fields = (
        "version", "pool", "is_suspended", "suspended_reason", "fault_run", "placed_at", "batch", "joined_at",
    )  # fmt: skip
    actions = ("put_back_on_ladder",)

    @admin.action(description="Put back on the ladder", permissions=["change"])
    def put_back_on_ladder(self, request: HttpRequest, queryset: QuerySet[LadderEntry]) -> None:
        count = sum(put_back(pk) for pk in queryset.values_list("pk", flat=True))
        text = ngettext("%(count)d version plays again.", "%(count)d versions play again.", count)
        messages.success(request, text % {"count": count})
