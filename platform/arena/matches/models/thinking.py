"""What staff was told about thinking times."""

from typing import ClassVar

from django.db import models


class ThinkingLook(models.Model):
    """One look at the newest games of a variant; the newest one of each variant is kept."""

    variant = models.CharField(max_length=80, unique=True)
    made_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    newest_game = models.BigIntegerField(default=0)
    """The last that ended: without a newer one a look would say the same."""
    pairs = models.PositiveIntegerField()
    unjudged = models.PositiveIntegerField()
    flags = models.JSONField(default=list)
    """[{teller, listener, about, shape, blocks, excess, chance}], bots by id, the most striking first."""

    class Meta:
        ordering: ClassVar = ["variant"]

    def __str__(self) -> str:
        return f"thinking times of {self.variant}"
