"""How well a person plays a variant against house bots. Derived: made anew from tables, never edited."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

WANTED = Q(user__is_active=True, user__wants_rating=True)
"""Who takes the wish back is seen no more at once, and is out of the next fit."""


class PersonRating(models.Model):
    """Apart from all bots: no pool, ladder or tournament reads it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings_as_person", db_index=False
    )
    variant = models.CharField(max_length=80)
    rating = models.FloatField()
    margin = models.FloatField(null=True, blank=True)
    """Half-width of the 95 % interval; empty while it has no end."""
    games = models.PositiveIntegerField()
    is_provisional = models.BooleanField()
    fitted_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["variant", "is_provisional", "-rating"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "variant"], name="one_rating_of_a_person"),
        ]
        indexes: ClassVar = [
            models.Index(F("variant"), F("rating").desc(), name="ratings_of_people"),
            models.Index(F("fitted_at"), name="fits_of_people"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.variant}: {self.rating:.0f}"
