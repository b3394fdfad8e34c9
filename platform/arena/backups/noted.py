"""When the last backup was taken, for whoever asks: a file of its own, so that it needs no database."""

from pathlib import Path

from django.conf import settings


def _file() -> Path:
    return Path(settings.DATA_DIR) / "last-backup"


def note_backup() -> None:
    _file().touch()


def last_backup() -> float | None:
    """Seconds since the epoch; None: never."""
    try:
        return _file().stat().st_mtime
    except OSError:
        return None
