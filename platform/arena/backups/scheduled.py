"""Backups into a folder of dated files, by a timer or by beat; old ones make room."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from arena.backups import rotation
from arena.backups.archive import Contents
from arena.backups.programs import BackupError
from arena.backups.rotation import Keep
from arena.backups.taking import take

_ONE_AT_A_TIME = 7_216_301
"""Key of an advisory lock: a second call while one runs has nothing to do."""


def into_file(file: Path) -> Contents:
    """Under another name until it is whole: a backup with its name is a good one."""
    if file.exists():
        raise BackupError(f"{file} exists already. Choose another name.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}. Make it first.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        unfinished.touch(mode=0o600)  # it holds secrets from its first byte on
        with unfinished.open("wb") as out:
            contents = take(out)
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return contents


def into_folder(folder: Path, keep: Keep, now: datetime | None = None) -> tuple[Path, Contents, list[Path]]:
    """The new backup, what is in it, and the old ones that were deleted: after it is whole, never before."""
    file = folder / rotation.name_at(now or timezone.now())
    contents = into_file(file)
    return file, contents, rotation.rotate(folder, keep)


def take_if_due(now: datetime | None = None) -> Path | None:
    """For beat: where ``ARENA_BACKUP_DIR`` says so, as often as ``ARENA_BACKUP_HOURS`` says."""
    if settings.BACKUP_DIR is None:
        return None
    now = now or timezone.now()
    age = age_of_newest(now)
    if age is not None and age < timedelta(hours=settings.BACKUP_HOURS):
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_ONE_AT_A_TIME])
        if not cursor.fetchone()[0]:
            return None
        try:
            return into_folder(settings.BACKUP_DIR, Keep(), now)[0]
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_ONE_AT_A_TIME])


def age_of_newest(now: datetime) -> timedelta | None:
    """None: there is no backup, or nobody asked for any."""
    folder: Path | None = settings.BACKUP_DIR
    if folder is None or not folder.is_dir():
        return None
    newest = max(rotation.backups_in(folder), default=None)
    return None if newest is None else now - newest
