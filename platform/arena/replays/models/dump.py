"""The public games of a season that is over, as files to download: made once, part by part."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from arena.ratings.models import Pool


class SeasonDump(models.Model):
    pool = models.OneToOneField(Pool, on_delete=models.CASCADE, related_name="dump")
    after = models.BigIntegerField(default=0)
    """The last game that a file holds: the next file begins behind it."""
    games = models.PositiveIntegerField(default=0)
    is_complete = models.BooleanField(default=False)
    began_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(F("id"), name="dumps_to_make", condition=Q(is_complete=False))]

    def __str__(self) -> str:
        return f"games of {self.pool}"


class DumpFile(models.Model):
    dump = models.ForeignKey(SeasonDump, on_delete=models.CASCADE, related_name="files")
    number = models.PositiveIntegerField()
    file = models.FileField(upload_to="dumps/", max_length=200)
    games = models.PositiveIntegerField()
    size_bytes = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["dump", "number"], name="file_of_a_dump_is_unique")]

    def __str__(self) -> str:
        return self.file.name or ""
