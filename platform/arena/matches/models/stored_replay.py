"""A replay: a compressed piece of a file that holds those of a batch, and later of a day, through Django's storage."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class StoredReplay(models.Model):
    content_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the uncompressed JSON."""
    file = models.FileField(upload_to="replays/", max_length=200)
    offset = models.PositiveIntegerField(default=0)
    """Where the compressed piece begins in its file."""
    length = models.PositiveIntegerField(null=True, blank=True)
    """Compressed. Empty: the file holds this replay alone."""
    place = models.PositiveIntegerField(null=True, blank=True)
    """Where it begins in the piece once that is opened: pieces of packs hold several. Empty: it is not packed yet."""
    size_bytes = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    verified_at = models.DateTimeField(null=True, blank=True)
    mismatch = models.TextField(blank=True)
    """What the last verification found wrong; empty when all is well."""

    class Meta:
        indexes: ClassVar = [
            models.Index(F("id"), name="replays_to_verify", condition=Q(verified_at=None)),
            models.Index(F("id"), name="replays_with_mismatch", condition=~Q(mismatch="")),
            # What is left to pack, oldest first; empty but for the last hour.
            models.Index(F("id"), name="replays_to_pack", condition=Q(place=None)),
        ]

    def __str__(self) -> str:
        return self.content_hash
