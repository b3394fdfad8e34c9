"""The queue's own memory: whose turn it is, and which queues staff has paused."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueSource(models.Model):
    """One source of games. Sources take turns; the one served longest ago is next."""

    name = models.CharField(max_length=80, unique=True)
    group = models.CharField(max_length=80)
    """Sources of a group share one turn: all practice together is one, so it never crowds out rated play."""
    served_at = models.DateTimeField()
    is_paused = models.BooleanField(default=False)
    """An organiser paused this tournament: running games finish, no new ones begin."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["group", "served_at"], name="turns_of_sources")]

    def __str__(self) -> str:
        return self.name


class QueueSwitch(models.Model):
    """A queue that staff may pause. Running games finish; no new ones begin."""

    class Queue(models.TextChoices):
        PRACTICE = "practice", _("practice")
        LADDER = "ladder", _("ladder")
        TOURNAMENT = "tournament", _("tournaments")
        CHECKS = "checks", _("checks of uploads")

    queue = models.CharField(max_length=12, choices=Queue.choices, primary_key=True)
    is_paused = models.BooleanField(default=False)
    reason = models.TextField(blank=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.queue
