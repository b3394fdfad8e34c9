"""The deal that everybody gets on the same day, in the same seat, against the same bots."""

from typing import ClassVar

from django.db import models


class DayDeal(models.Model):
    """One of each game and day. Drawn when somebody looks at it first; nobody can know it before."""

    day = models.DateField()
    game = models.CharField(max_length=20)
    variant = models.CharField(max_length=80)
    house_name = models.CharField(max_length=40)
    """Who sits in all other seats."""
    seed = models.BinaryField(max_length=64)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    """Shown from the beginning; seed and salt are in every replay of the day when it is over."""

    class Meta:
        ordering: ClassVar = ["-day", "game"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "game"], name="one_deal_of_a_game_and_day")]

    def __str__(self) -> str:
        return f"{self.variant} of {self.day}"
