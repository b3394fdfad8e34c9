"""Files that are on the disk before anything refers to them."""

import os

from django.core.files import File
from django.core.files.storage import FileSystemStorage


class DurableFileSystemStorage(FileSystemStorage):
    """A row of the database survives the loss of power as soon as it is committed; so must the file that it names.

    One wait for the disk for each file. The file systems in use write the name of a new file together with it, so its
    folder needs no wait of its own.
    """

    def _save(self, name: str, content: "File[bytes]") -> str:
        saved: str = super()._save(name, content)  # type: ignore[misc]  # what a storage overrides; the stubs leave it out
        descriptor = os.open(self.path(saved), os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        return saved
