"""Files of replays that are kept count of: packs, and files that no row names any more."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class ReplayFile(models.Model):
    """A file that nobody reads stays for a day: a backup whose copy of the database is older still finds it, and so
    does a page that read the row of a replay a moment before."""

    name = models.CharField(max_length=200, unique=True)
    live = models.PositiveIntegerField()
    """How many replays it holds that a row names."""
    retired_at = models.DateTimeField(null=True, blank=True)
    """Since when it is none. Written in the transaction that takes the last one away."""

    class Meta:
        indexes: ClassVar = [
            models.Index(F("retired_at"), name="replay_files_to_delete", condition=Q(retired_at__isnull=False))
        ]

    def __str__(self) -> str:
        return self.name
