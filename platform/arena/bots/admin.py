"""Bots and their versions for staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from arena.bots.actions import check, manage
from arena.bots.models import Bot, BotVersion
from arena.lib.admin import ReadOnlyAdmin, confirmed

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    _Inline = admin.TabularInline[BotVersion, Bot]
else:
    _Inline = admin.TabularInline


@confirmed("Retire these bots? They play no more; results and replays stay.", "%(count)d bots are retired.")
def retire(bot: Bot) -> bool:
    """Retire the selected bots"""
    if bot.is_retired or bot.is_house:
        return False
    manage.retire(bot)
    return True


@confirmed("Check these versions again from the beginning?", "%(count)d versions wait for a fresh check.")
def check_again(version: BotVersion) -> bool:
    """Check the selected versions again"""
    return check.check_again(version.pk)


class VersionInline(_Inline):
    model = BotVersion
    fields = ("number", "state", "reason", "runtime", "size_bytes", "created_at")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # whoever sees the page around it

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Bot)
class BotAdmin(ReadOnlyAdmin):
    list_display = ("name", "owner", "games", "active_version", "is_private", "is_retired", "created_at")
    list_filter = ("is_retired", "is_private", "allows_practice")
    list_select_related = ("owner", "active_version__bot")
    search_fields = ("name", "slug", "owner__name", "description")
    open_fields = ("description", "is_private", "allows_practice")
    actions = (retire,)
    inlines = (VersionInline,)


@admin.register(BotVersion)
class BotVersionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "owner", "state", "reason", "runtime", "size_bytes", "check_attempts", "created_at")
    list_filter = ("state", "runtime")
    search_fields = ("bot__name", "bot__owner__name", "content_hash", "reason")
    list_select_related = ("bot__owner",)
    ordering = ("-id",)
    actions = (check_again,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotVersion]:
        return super().get_queryset(request).select_related("bot__owner")

    @admin.display(ordering="bot__owner__name")
    def owner(self, version: BotVersion) -> str:
        return str(version.bot.owner or "")
