"""Stored programs and replays are nobody's business on a machine with other users."""

import stat
from pathlib import Path


def is_closed_to_others(path: Path) -> bool:
    return not stat.S_IMODE(path.stat().st_mode) & stat.S_IRWXO


def close_to_others(folder: Path) -> None:
    """Whatever lies in it, however old: nobody else gets past the folder itself."""
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    if not is_closed_to_others(folder):
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~stat.S_IRWXO)
