"""The answer to a creating call, kept so that the same call again gets the same answer and creates nothing."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F


class KeptAnswer(models.Model):
    """Written in the transaction of what the call created: there is never one without the other."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    """Of method, address and what was sent: a key is for one call."""
    status = models.PositiveSmallIntegerField(default=0)
    body = models.BinaryField(default=b"")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="a_key_is_used_once")]
        indexes: ClassVar = [models.Index(F("created_at"), name="answers_by_age")]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"
