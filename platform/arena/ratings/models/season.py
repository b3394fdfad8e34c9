"""What a season leaves behind, and what the next one takes over."""

from typing import ClassVar

from django.db import models


class FinalPlace(models.Model):
    """A line of the board with which a season ended. Written once; the figures stay in its standing."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="final_places")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="final_places")
    place = models.PositiveIntegerField(null=True, blank=True)
    """Among all with a settled rating but the anchors; empty for the others."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "version"], name="one_final_place")]

    def __str__(self) -> str:
        return f"{self.version}: {self.place} in {self.pool}"


class CarriedLive(models.Model):
    """The live Elo with which a version comes into a season."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="carried")
    version = models.ForeignKey("bots.BotVersion", on_delete=models.CASCADE, related_name="+")
    live = models.FloatField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "version"], name="one_carried_live")]

    def __str__(self) -> str:
        return f"{self.version} = {self.live} in {self.pool}"
