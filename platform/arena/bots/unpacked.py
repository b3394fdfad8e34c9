"""A checked upload as a folder, for as long as somebody needs it there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.bots.archive import Upload, UploadError
from sandbox.errors import UnknownProgram
from sandbox.runtimes import detect_program


def write_files(upload: Upload, folder: Path) -> None:
    """Names were checked when the upload was read: relative, no links, no way out."""
    for name, data in upload.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # O_EXCL: nothing that lies there already, whatever it is, is written through.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        with os.fdopen(handle, "wb") as out:
            out.write(data)


@contextmanager
def unpacked(upload: Upload) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="karma-upload-") as folder:
        write_files(upload, Path(folder))
        yield Path(folder)


def detect_runtime(upload: Upload) -> str:
    """The runtime's name. Raises ``UploadError`` with what to add or rename."""
    with unpacked(upload) as folder:
        try:
            runtime, _ = detect_program(folder)
        except UnknownProgram as reason:
            raise UploadError(str(reason)) from None
    return runtime.name
