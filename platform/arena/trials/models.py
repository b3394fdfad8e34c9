"""A trial: is one version of a bot better than another? Blocks are played until a sequential test can tell."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engines import variant
from referee.clock import TimeControl
from referee.ratings.sprt import VersionTest
from referee.versions.plan import Plan, others_at


class TrialState(models.TextChoices):
    """From the wish to the answer. What runs has a deadline and a sentence."""

    RUNNING = "running", _("being played")
    BETTER = "better", _("better")
    NOT_BETTER = "not-better", _("not better")
    UNDECIDED = "undecided", _("undecided")
    STOPPED = "stopped", _("stopped")


class Trial(models.Model):
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="trials")
    """The one that may be better."""
    against = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="+")
    """Another version of the same bot."""
    variant = models.CharField(max_length=80)
    elo0 = models.FloatField()
    elo1 = models.FloatField()
    max_games = models.PositiveIntegerField()
    is_required = models.BooleanField(default=False)
    """The bot asks for it before a version plays: passing it makes the version the active one."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    secret = models.CharField(max_length=64)
    """Source of the deals; never shown."""

    state = models.CharField(max_length=10, choices=TrialState.choices, default=TrialState.RUNNING)
    reason = models.TextField(blank=True)
    scheduled = models.PositiveIntegerField(default=0)
    """Batches of blocks that were handed to the queue; each is a match."""
    counted = models.PositiveIntegerField(default=0)
    """Batches whose result is in ``units``: from the first one on, without a gap, in whatever order they end."""
    units = models.JSONField(default=list)
    """[points of the version, points of the other, games, faults of each], a line for each block, fractions as text."""
    games = models.PositiveIntegerField(default=0)
    llr = models.FloatField(default=0.0)
    """The evidence after the counted blocks."""
    elo = models.FloatField(null=True, blank=True)
    margin = models.FloatField(null=True, blank=True)
    """Half of the 95 % interval; empty while it has no end."""
    created_at = models.DateTimeField(auto_now_add=True)
    deadline = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["version", "against", "variant"], name="a_trial_runs_once", condition=Q(state="running")
            ),
            models.CheckConstraint(condition=~Q(version=F("against")), name="a_trial_has_two_versions"),
            models.CheckConstraint(condition=Q(elo0__lt=F("elo1")), name="a_trial_asks_for_a_lead"),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(deadline__isnull=False), name="an_open_trial_has_a_deadline"
            ),
        ]
        indexes: ClassVar = [models.Index(F("id"), name="open_trials", condition=Q(state="running"))]

    def __str__(self) -> str:
        return f"{self.version} against v{self.against.number}, {self.variant}"

    def get_absolute_url(self) -> str:
        return reverse("trials:trial", args=[self.pk])

    @property
    def is_final(self) -> bool:
        return self.state != TrialState.RUNNING

    @property
    def source(self) -> str:
        return f"trial:{self.version.bot_id}"

    @property
    def test(self) -> VersionTest:
        return VersionTest(elo0=self.elo0, elo1=self.elo1, max_games=self.max_games)

    @property
    def plan(self) -> Plan:
        """As ``arena test`` plays it at one table."""
        others = others_at(variant(self.variant), is_pool=False)
        return Plan(self.variant, b"", min(others, 1), is_pool=False, control=TimeControl())
