"""Take a backup of one moment while everything runs."""

import hashlib
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import orjson
from django.apps import apps
from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection, models, transaction

from arena.backups import archive as parts
from arena.backups import programs
from arena.backups.boards import boards


def take(out: BinaryIO) -> parts.Contents:
    """Write a backup to a stream.

    Dump, list of files and leaderboards come from one snapshot of the database. A file is written before the row that
    names it and never changed, so what the snapshot names is there, unless its owner deletes it in these seconds.
    """
    tools = programs.dump_tools()
    contents = parts.Contents(server=programs.server_version(), tools=tools.version)
    with (
        transaction.atomic(durable=True),
        tempfile.TemporaryDirectory(prefix="backup-", dir=beside_the_data()) as folder,
        tarfile.open(fileobj=out, mode="w|") as archive,
    ):
        dump = Path(folder, parts.DATABASE)
        programs.dump(tools, _snapshot(), dump)
        for name in _files():
            _add_file(archive, name, contents)
        for name, data in boards():
            contents.hashes[parts.BOARDS + name] = parts.add(archive, parts.BOARDS + name, data)
        with dump.open("rb") as content:
            contents.hashes[parts.DATABASE] = hashlib.file_digest(content, "sha256").hexdigest()
        archive.add(dump, parts.DATABASE)
        parts.add(archive, parts.MANIFEST, orjson.dumps(contents.as_json(), option=orjson.OPT_INDENT_2))
    return contents


def _snapshot() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        return str(cursor.fetchone()[0])


def beside_the_data() -> Path:
    """Beside the data: /tmp of a container is small."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _files() -> Iterator[str]:
    """The names in all columns of files of all models, each once."""
    seen: set[str] = set()
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, models.FileField):
                names = model._default_manager.exclude(**{column.name: ""}).order_by("pk")
                for name in names.values_list(column.name, flat=True).iterator():
                    if name not in seen:
                        seen.add(name)
                        yield name


def _add_file(archive: tarfile.TarFile, name: str, contents: parts.Contents) -> None:
    try:
        with default_storage.open(name, "rb") as stored:
            data = stored.read()
    except FileNotFoundError:
        contents.missing.append(name)
        return
    contents.hashes[parts.FILES + name] = parts.add(archive, parts.FILES + name, data)
