"""What people decided: departures, overrides, and the audit log of every organiser action."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.tournaments.planning.values import DepartureKind


class Departure(models.Model):
    """In order of time: the order of ids."""

    class Kind(models.TextChoices):
        WITHDRAWN = DepartureKind.WITHDRAWN.value, _("withdrawn")
        DISQUALIFIED = DepartureKind.DISQUALIFIED.value, _("disqualified")

    entrant = models.OneToOneField("tournaments.Entrant", on_delete=models.CASCADE, related_name="departure")
    stage = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    """First round of the stage for which it is not paired any more."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    as_losses = models.BooleanField(default=False, db_default=False)
    """Of a disqualified bot: whether what it played counts as lost in tables, or as it was played."""
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind}"


class Override(models.Model):
    """An organiser's ruling on a match; it wins over what was played."""

    node = models.ForeignKey("tournaments.Node", on_delete=models.PROTECT, related_name="overrides")
    entrants = models.JSONField()
    ranks = models.JSONField()
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    is_lifted = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["node"], condition=Q(is_lifted=False), name="one_ruling_holds"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_ruling_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"ruling on {self.node_id}"


class AuditEntry(models.Model):
    """Who did what, when and why. Entrants read it; nobody changes it: a trigger of the database refuses to."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="audit")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=60, blank=True)
    """Kept when the account goes; empty: the arena itself."""
    action = models.CharField(max_length=30)
    text = models.TextField()
    """What happened, in a sentence."""
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)
    """What undoing it needs."""
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(F("tournament"), F("id").desc(), name="audit_of_tournament")]

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            self._refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise TypeError("The audit log is only ever added to: write a new entry instead.")
