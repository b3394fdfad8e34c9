"""A large file of uploads, such as a model: stored once, however many versions have it."""

from django.db import models


class LargeFile(models.Model):
    """Never changed. It goes with the last version that names it: see ``arena.bots.large_files``."""

    content_hash = models.CharField(max_length=64, unique=True)
    file = models.FileField(upload_to="versions/large/%Y/%m/", max_length=200)
    """Among the archives: workers see that folder and no other."""
    size_bytes = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.content_hash
