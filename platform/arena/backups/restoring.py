"""Bring a backup into an empty arena, and compare what came out with what went in; or only try whether that works."""

import hashlib
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import orjson
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from arena.backups import archive as parts
from arena.backups import programs
from arena.backups.boards import boards
from arena.backups.programs import BackupError
from arena.backups.taking import beside_the_data


@dataclass(frozen=True)
class Restored:
    files: int
    boards: int
    missing: list[str]
    """Files that the backup itself could not get."""


@dataclass(frozen=True)
class Checked:
    files: int
    things: int
    """Tables, indexes and so on in the dump."""
    server: int | None
    missing: list[str]


def restore(source: BinaryIO) -> Restored:
    """The database is changed last, in one transaction, and only when the whole backup proved to be intact."""
    _require_empty()
    with _opened(source) as (folder, contents):
        tools = _fitting_tools(contents)
        files = [name for name in contents.hashes if name.startswith(parts.FILES)]
        for name in files:
            _store(name.removeprefix(parts.FILES), Path(folder, name).read_bytes())
        programs.restore(tools, Path(folder, parts.DATABASE))
    expected = {name: digest for name, digest in contents.hashes.items() if name.startswith(parts.BOARDS)}
    _compare_boards(expected)
    return Restored(len(files), len(expected), contents.missing)


@contextmanager
def _opened(source: BinaryIO) -> Iterator[tuple[Path, parts.Contents]]:
    """A folder with everything, whose parts were compared with their hashes."""
    with tempfile.TemporaryDirectory(prefix="restore-", dir=beside_the_data()) as folder:
        hashes = _unpack(source, Path(folder))
        yield Path(folder), _manifest(Path(folder), hashes)


def _fitting_tools(contents: parts.Contents) -> programs.Tools:
    server = programs.server_version()
    if contents.server is not None and contents.server > server:
        raise BackupError(
            f"The backup was made on PostgreSQL {contents.server}, and this server is {server}: an older one may not "
            f"understand it. Restore into PostgreSQL {contents.server} or newer. Nothing was changed."
        )
    return programs.restore_tools(contents.tools)


def check(source: BinaryIO) -> Checked:
    """Whether a backup is whole and can be read. Neither database nor files of the arena are touched."""
    with _opened(source) as (folder, contents):
        newest = programs.installed()[-1:]
        if not newest or (contents.tools or 0) > newest[0].version:
            raise BackupError(f"Whole, but no pg_restore here reads what pg_dump {contents.tools} wrote.")
        rows = programs.contents(newest[0], Path(folder, parts.DATABASE))
        files = sum(name.startswith(parts.FILES) for name in contents.hashes)
        return Checked(files, rows, contents.server, contents.missing)


def _require_empty() -> None:
    if tables := connection.introspection.table_names():
        raise BackupError(
            f"The database is not empty: it has {len(tables)} tables. Restore into a new one (createdb), so that "
            "nothing can be overwritten."
        )


def _unpack(source: BinaryIO, folder: Path) -> dict[str, str]:
    """Everything into a folder; gives the hashes of what came."""
    hashes: dict[str, str] = {}
    try:
        with tarfile.open(fileobj=source, mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content is None or not _is_plain(member.name):
                    raise BackupError(f"{member.name!r} does not belong into a backup of the arena.")
                target = Path(folder, member.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as out:
                    shutil.copyfileobj(content, out)
                with target.open("rb") as written:
                    hashes[member.name] = hashlib.file_digest(written, "sha256").hexdigest()
    except tarfile.TarError as error:
        raise BackupError(f"This is no backup, or not all of it: {error}. Nothing was changed.") from error
    return hashes


def _is_plain(name: str) -> bool:
    path = PurePosixPath(name)
    is_ours = name in {parts.DATABASE, parts.MANIFEST} or name.startswith((parts.FILES, parts.BOARDS))
    return is_ours and not path.is_absolute() and ".." not in path.parts


def _manifest(folder: Path, hashes: dict[str, str]) -> parts.Contents:
    if parts.MANIFEST not in hashes:
        raise BackupError("The backup ends too early: its last part is missing. Nothing was changed.")
    read = orjson.loads(Path(folder, parts.MANIFEST).read_bytes())
    if (read.get("format"), read.get("version")) != (parts.FORMAT, parts.VERSION):
        raise BackupError("The backup was made by another version of the arena. Restore it with that version.")
    postgres = read.get("postgres", {})
    contents = parts.Contents(read["hashes"], read["missing"], postgres.get("server"), postgres.get("tools"))
    del hashes[parts.MANIFEST]
    if wrong := sorted(
        name for name in hashes.keys() | contents.hashes.keys() if hashes.get(name) != contents.hashes.get(name)
    ):
        raise BackupError(f"{len(wrong)} parts of the backup are damaged, first {wrong[0]}. Nothing was changed.")
    return contents


def _store(name: str, data: bytes) -> None:
    if default_storage.exists(name):
        with default_storage.open(name, "rb") as present:
            if present.read() == data:
                return
        raise BackupError(f"Another file is stored as {name} already. Restore into an empty store.")
    stored = default_storage.save(name, ContentFile(data))
    if stored != name:
        raise BackupError(f"The store kept {name} as {stored}: rows would not find it. Restore into an empty store.")


def _compare_boards(expected: dict[str, str]) -> None:
    now = {parts.BOARDS + name: hashlib.sha256(data).hexdigest() for name, data in boards()}
    if now != expected:
        different = sorted(name for name in now.keys() | expected.keys() if now.get(name) != expected.get(name))
        raise BackupError(f"Restored, but these leaderboards differ from those of the backup: {', '.join(different)}.")
