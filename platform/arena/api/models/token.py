"""A personal access token: what programs log in with. Only its hash is kept."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.api.scopes import Scope

PREFIX = "karma_"
"""Secret scanners and people recognise a leaked token by it."""


def digest_of(secret: str) -> str:
    """A plain hash is enough: the secret is 256 random bits, there is no dictionary to try."""
    return hashlib.sha256(secret.encode()).hexdigest()


class AccessToken(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    beginning = models.CharField(max_length=16)
    """The first signs of the secret, by which its owner recognises it."""
    scopes = ArrayField(models.CharField(max_length=12, choices=Scope.choices))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(scopes=[]), name="a_token_may_do_something")]
        indexes: ClassVar = [models.Index(F("user"), F("created_at").desc(), name="tokens_of_user")]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"

    def is_valid(self, now: datetime | None = None) -> bool:
        return self.revoked_at is None and self.expires_at > (now or timezone.now())
