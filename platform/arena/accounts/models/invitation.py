"""A link with which one person may make an account while the doors are closed to strangers."""

import hashlib
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from arena.accounts.models.user import User

DAYS = 14
"""Long enough for a holiday, short enough that a link in an old mail opens nothing."""


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _end() -> datetime:
    return timezone.now() + timedelta(days=DAYS)


class Invitation(models.Model):
    note = models.CharField(max_length=120, blank=True)
    """For whom, in the words of who made it."""
    digest = models.CharField(max_length=64, unique=True)
    """Of the secret in the link, which is shown once."""
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(default=_end)
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.note or f"invitation {self.pk}"
