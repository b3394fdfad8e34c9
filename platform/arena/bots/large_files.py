"""Large files of uploads are stored once by content: the archive of a version names them instead of holding them.

In the archive each of them is an empty entry, and the comment of the zip says where its bytes are. So whoever may read
the archive finds them without asking the database, also a worker whose role may not. What is put together again is
compared with the hash of the upload.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.archive import ARCHIVE_DATE, STORED, Upload, UploadError, read_upload
from arena.bots.models import BotVersion, LargeFile

LARGE_BYTES = 1024 * 1024
"""From here a file is worth a row. The largest upload has fewer of them than the comment of a zip has room for."""

_LEVEL = 1
"""Of zlib, for downloads: a third of the time of the usual one, and models of numbers hardly shrink in any case."""


@dataclass(frozen=True)
class Large:
    """A file of an upload that is stored by itself."""

    name: str
    data: bytes

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def large_files(upload: Upload) -> tuple[Large, ...]:
    return tuple(Large(name, data) for name, data in upload.files if len(data) >= LARGE_BYTES)


def room_needed(owner: User | None, upload: Upload) -> int:
    """Bytes that the upload adds to those of its owner, who may have some of its files in other versions."""
    large = large_files(upload)
    by_hash = {each.content_hash: len(each.data) for each in large}
    had = LargeFile.objects.filter(content_hash__in=by_hash, versions__bot__owner=owner).values_list("content_hash")
    new = by_hash.keys() - {content_hash for (content_hash,) in had}
    return upload.size_bytes - sum(len(each.data) for each in large) + sum(by_hash[each] for each in new)


def stored_bytes(owner: User) -> int:
    """Of all versions together, each large file once."""
    own = BotVersion.objects.filter(bot__owner=owner).aggregate(all=Sum("size_bytes"), large=Sum("large_bytes"))
    files = LargeFile.objects.filter(pk__in=LargeFile.objects.filter(versions__bot__owner=owner).values("pk"))
    return (own["all"] or 0) - (own["large"] or 0) + (files.aggregate(all=Sum("size_bytes"))["all"] or 0)


def store(version: BotVersion, upload: Upload) -> None:
    """Within the transaction that makes the version: files first, then the rows that name them."""
    large = large_files(upload)
    rows = {each.name: _kept(each) for each in sorted(large, key=lambda each: each.content_hash)}  # the order of locks
    version.large_bytes = sum(len(each.data) for each in large)
    places = {name: str(row.file.name) for name, row in rows.items()}
    version.archive.save(f"{upload.content_hash}.zip", ContentFile(_without(upload, places)), save=False)
    version.save()
    version.large_files.set(rows.values())


def _kept(large: Large) -> LargeFile:
    """Locked, so that nobody who deletes the last other version of it takes it away before we name it."""
    rows = LargeFile.objects.select_for_update(no_key=True)
    row = rows.filter(content_hash=large.content_hash).first()
    if row is not None:
        return row
    row = LargeFile(content_hash=large.content_hash, size_bytes=len(large.data))
    # Under a name of its own, also where one of that content is just being deleted.
    row.file.save(large.content_hash, ContentFile(large.data), save=False)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:  # another upload was faster
        row.file.delete(save=False)
        return rows.get(content_hash=large.content_hash)
    return row


def _without(upload: Upload, places: dict[str, str]) -> bytes:
    """The upload as a zip in which the files that have a place of their own are empty."""
    files = tuple((name, b"" if name in places else data) for name, data in upload.files)
    packed = io.BytesIO(Upload(files).zipped())
    if places:
        with zipfile.ZipFile(packed, "a") as archive:
            archive.comment = json.dumps(places, ensure_ascii=False, separators=(",", ":")).encode()
    return packed.getvalue()


def stored_upload(version: BotVersion) -> Upload:
    """What was uploaded, read from storage and checked again: storage is outside too."""
    with version.archive.open("rb") as packed:
        data = packed.read()
    upload = read_upload("stored.zip", data, STORED)
    places = _places(data)
    files = tuple((name, _read(places[name]) if name in places else small) for name, small in upload.files)
    whole = Upload(files)
    if whole.content_hash != version.content_hash:
        raise _not_the_same(version)
    return whole


def _not_the_same(version: BotVersion) -> UploadError:
    return UploadError(_("The stored files of %(version)s are not the ones that were uploaded.") % {"version": version})


def archive_parts(version: BotVersion) -> Iterator[bytes]:
    """The zip for its owner, packed while it is sent: no large file is in memory as a whole, and none is packed for a
    reader who left. Raises ``UploadError`` at the end of a file that is not the one that was uploaded."""
    with version.archive.open("rb") as packed:
        data = packed.read()
    places = _places(data)
    if not places:
        yield data
        return
    hashes = dict(version.large_files.values_list("file", "content_hash"))
    out = _Taken()
    with zipfile.ZipFile(out, "w", compresslevel=_LEVEL) as archive:
        for name, small in read_upload("stored.zip", data, STORED).files:
            entry = zipfile.ZipInfo(name, ARCHIVE_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as file:
                place = places.get(name)
                for piece in [small] if place is None else _pieces(version, place, hashes[place]):
                    file.write(piece)
                    yield out.take()
    yield out.take()


def _pieces(version: BotVersion, place: str, content_hash: str) -> Iterator[bytes]:
    digest = hashlib.sha256()
    with default_storage.open(place, "rb") as file:
        while piece := file.read(LARGE_BYTES):
            digest.update(piece)
            yield piece
    if digest.hexdigest() != content_hash:
        raise _not_the_same(version)


class _Taken:
    """A file that is written at one end and taken away at the other."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes, /) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def take(self) -> bytes:
        taken, self._written = bytes(self._written), bytearray()
        return taken


def _places(packed: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        places: dict[str, str] = json.loads(archive.comment) if archive.comment else {}
    return places


def _read(place: str) -> bytes:
    with default_storage.open(place, "rb") as file:
        return bytes(file.read(STORED.unpacked_bytes))


def release(versions: Iterable[BotVersion]) -> None:
    """Within a transaction: these versions need their files no more. What nobody names goes after the commit."""
    versions = list(versions)
    held = LargeFile.objects.filter(versions__in=versions).values_list("pk", flat=True)
    rows = LargeFile.objects.select_for_update().filter(pk__in=list(held)).order_by("content_hash")
    locked = list(rows)
    for version in versions:
        version.large_files.clear()
    for row in locked:
        if not row.versions.exists():
            row.delete()
            transaction.on_commit(partial(row.file.delete, save=False), robust=True)
