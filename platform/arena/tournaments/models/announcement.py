"""What the organiser tells everybody."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Announcement(models.Model):
    """Plain text with paragraphs; never changed, only taken down: it has gone out to people already."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True, max_length=4000)
    is_taken_down = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(title=""), name="an_announcement_has_a_title")]
        indexes: ClassVar = [models.Index(F("tournament"), F("id").desc(), name="announcements_by_tournament")]

    def __str__(self) -> str:
        return self.title
