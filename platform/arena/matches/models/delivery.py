"""Play workers with a database role of their own, and what they hand in before it is looked at."""

from typing import ClassVar

from django.db import models

USUAL_BATCHES = 64
"""Enough for some forty processes. Of games that a role holds it knows the deals."""


class WorkerRole(models.Model):
    """A role of the database that may claim games, deliver results and read programs, and nothing else."""

    name = models.CharField(max_length=63, unique=True)
    is_trusted = models.BooleanField(default=True)
    """Of a trusted one a sample of the results is played again on arrival; of others every game."""
    most_batches = models.PositiveSmallIntegerField(default=USUAL_BATCHES)
    """Held at a time, by all processes of the role together: one that each plays, and some on their way in."""
    stopped_because = models.TextField(blank=True)
    """It handed in what cannot be: it gets no more games until somebody has looked at the machine."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """The results of one batch as a worker wrote them. Gone when the control side has taken them in or refused them."""

    token = models.UUIDField(unique=True)
    """Of the lease that the batch was claimed under."""
    role = models.CharField(max_length=63)
    """Told by the database, not by the worker."""
    payload = models.JSONField()
    arrived_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "deliveries"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"delivery of {self.role}"
