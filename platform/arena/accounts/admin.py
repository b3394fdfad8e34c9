"""Accounts in Django's admin, entered through the site's own log-in: its limits against guessing hold here too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin

from arena.accounts.models import User

if TYPE_CHECKING:
    from django.http import HttpRequest

    _Base = admin.ModelAdmin[User]
else:
    _Base = admin.ModelAdmin

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth's guide has it
admin.site.site_header = "Karma Arena"


@admin.register(User)
class AccountAdmin(_Base):
    list_display = ("name", "display_name", "email", "role", "is_active", "joined_at")
    list_filter = ("role", "is_active")
    search_fields = ("name", "display_name", "email")
    ordering = ("name",)
    fields = ("name", "display_name", "email", "about", "role", "is_active", "is_superuser", "joined_at", "last_login")
    readonly_fields = ("joined_at", "last_login")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[Any, ...]:
        """A name stays as it is: it stands in links. Only a superuser makes superusers."""
        fixed = ("name",) if obj else ()
        power = () if getattr(request.user, "is_superuser", False) else ("is_superuser",)
        return (*self.readonly_fields, *fixed, *power)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make their accounts themselves; the first one comes from `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Results refer to accounts: switch one off instead."""
        return False
