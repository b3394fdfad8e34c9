"""What is in a backup, in this order: files, leaderboards, the database, and a manifest that vouches for all of it.

The manifest comes last, so a backup that was cut off has none and is refused before anything is changed.
"""

import hashlib
import io
import tarfile
import time
from dataclasses import dataclass, field
from typing import Any

FORMAT = "karma-arena-backup"
VERSION = 1
FILES = "media/"
BOARDS = "boards/"
DATABASE = "database.dump"
MANIFEST = "manifest.json"


@dataclass
class Contents:
    """The manifest as a value."""

    hashes: dict[str, str] = field(default_factory=dict)
    """SHA-256 of every member of the archive."""
    missing: list[str] = field(default_factory=list)
    """Files that rows name and that were gone when they should have been copied."""
    server: int | None = None
    """Major version of PostgreSQL it was made on; not known of backups before 0.2.0."""
    tools: int | None = None
    """Major version of the ``pg_dump`` that wrote it."""

    def as_json(self) -> dict[str, Any]:
        postgres = {"server": self.server, "tools": self.tools}
        return {
            "format": FORMAT,
            "version": VERSION,
            "hashes": self.hashes,
            "missing": self.missing,
            "postgres": postgres,
        }


def add(archive: tarfile.TarFile, name: str, data: bytes) -> str:
    """Returns the hash of what was added."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(data), 0o600, int(time.time())
    archive.addfile(member, io.BytesIO(data))
    return hashlib.sha256(data).hexdigest()
