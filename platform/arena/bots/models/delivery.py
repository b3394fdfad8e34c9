"""What a restricted worker found out about an upload, before the control side has looked at it."""

from typing import ClassVar

from django.db import models


class CheckDelivery(models.Model):
    """The outcome of one check as a worker wrote it. Gone when it is taken in or refused."""

    token = models.UUIDField(unique=True)
    """Of the lease under which it checked."""
    role = models.CharField(max_length=63)
    """Told by the database, not by the worker."""
    payload = models.JSONField()
    arrived_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "check deliveries"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"check by {self.role}"
