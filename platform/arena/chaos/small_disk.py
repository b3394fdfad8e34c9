"""A disk of a few megabytes that can be filled to the last byte."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoDiskError(Exception):
    """A sentence that says why, and what to do."""


@contextmanager
def small_disk(folder: Path, size_bytes: int) -> Iterator[Path]:
    """``folder`` is one while the block lasts. Raises ``NoDiskError``."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size_bytes}", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise NoDiskError("There is no program mount. Run as root: apt-get install -y mount") from None
    if done.returncode != 0:
        raise NoDiskError(f"No file system can be mounted here ({done.stderr.strip()}). Run as root:")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Until not a byte more goes in; there is room again when the file is gone."""
    filler = disk / "filler"
    try:
        with filler.open("wb", buffering=0) as out:
            while True:
                out.write(b"x" * 4096)
    except OSError:
        return filler
