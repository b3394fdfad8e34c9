"""Can this process play here and now? Asked by one that had to stop; each part does once what every game does."""

import os
import tempfile
import uuid
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, InterfaceError, connection

from arena.bots.builds import cache_folder
from arena.matches import replay_store
from referee.canary import canary_starts

_BYTES = os.urandom(256 * 1024)
"""More than the replays of a batch, and nothing that a file system could make smaller."""


def complaint(*, with_sandbox: bool) -> str:
    """What does not work, in a sentence for staff; empty if everything does."""
    try:
        _write_files()
        _use_store()
        _use_database()
    except Exception as error:  # whatever it is, it is the answer
        if isinstance(error, DatabaseError | InterfaceError):
            connection.close()
        return f"{type(error).__name__}: {error}"
    if with_sandbox and not canary_starts():
        return "Nothing starts in the sandbox, not even a program that is known to be good."
    return ""


def _write_files() -> None:
    """Only where games write: a worker in a container may write nothing else."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    for folder in (cache_folder(), Path(tempfile.gettempdir())):
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(_BYTES)
            file.flush()
            os.fsync(file.fileno())


def _use_store() -> None:
    wanted = f"{replay_store.FOLDER}/checks/{uuid.uuid4()}"
    name = wanted
    try:
        name = default_storage.save(wanted, ContentFile(_BYTES))
        with default_storage.open(name, "rb") as stored:
            if stored.read() != _BYTES:
                raise OSError("The store gave back something else than was stored.")
    finally:
        default_storage.delete(name)


def _use_database() -> None:
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT txid_current()")  # a transaction with a number is written to the log at its end
