"""Writes down what staff looked at. Called before it is shown: what cannot be written down is not shown."""

from datetime import timedelta

from django.utils import timezone

from arena.accounts.models import AuditAction, AuditEntry, User

AGAIN = timedelta(minutes=5)
"""A page that is reloaded, and the frames that it fetches, are one look."""


def note(by: User, action: AuditAction, subject: str, address: str) -> None:
    recent = AuditEntry.objects.filter(by=by, action=action, subject=subject, at__gt=timezone.now() - AGAIN)
    if not recent.exists():
        AuditEntry.objects.create(by=by, by_name=str(by), action=action, subject=subject, address=address[:200])
