"""Who wants which news by mail, and what they have got. Nobody gets any without having asked."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Topic(models.TextChoices):
    OWN_BOTS = "own_bots", _("Your bots: checks, suspensions, ranks")
    ENTERED = "entered", _("Tournaments that your bots play in: pairings, your results, places, announcements")
    ORGANISED = "organised", _("Tournaments that you organise")
    ARENA = "arena", _("The arena: registrations that open, tournaments that end")


class MailChoice(models.Model):
    class Pause(models.IntegerChoices):
        SOON = 10, _("as it happens, at most every ten minutes")
        HOURLY = 60, _("at most every hour")
        DAILY = 1440, _("once a day")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_choice")
    topics = ArrayField(models.CharField(max_length=12, choices=Topic.choices), default=list, blank=True)
    """Empty: none."""
    pause_minutes = models.PositiveIntegerField(choices=Pause.choices, default=Pause.HOURLY)
    last_sent_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"mail to {self.user_id}"


class Letter(models.Model):
    """One piece of news for one person. Several go into one mail."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey("news.Event", on_delete=models.CASCADE, related_name="letters")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "event"], name="news_is_mailed_once")]
        indexes: ClassVar = [models.Index(F("user"), name="letters_to_send", condition=Q(sent_at=None))]

    def __str__(self) -> str:
        return f"event {self.event_id} to {self.user_id}"
