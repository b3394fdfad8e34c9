"""Replays as compressed files, one for a batch of games. Each keeps its own hash, its place and its length.

Later the files of many batches become one (``arena.matches.actions.pack``), in pieces of several replays: what replays
have in common is then stored once a piece. Reading one stays one seek.
"""

import gzip
import hashlib
import lzma
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from arena.matches.models import StoredReplay
from referee import replay as replays
from referee.replay import Replay

FOLDER = "replays"
"""Of the store: the only one that a restricted worker may write."""
_LEVEL = 6
"""Of gzip: the usual one. A higher level takes several times as long for a few per cent."""


_DAMAGED = (gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError)


class LostReplayError(OSError):
    """The file is not there, or not what was stored; the result of the game stands. Other errors of a store pass."""


@dataclass(frozen=True)
class Member:
    """A replay ready to be stored: compressed by itself, so that it can be read without its neighbours."""

    content_hash: str
    data: bytes
    size_bytes: int


@dataclass(frozen=True)
class Packed:
    """Where a replay lies, and what it is."""

    content_hash: str
    file: str
    offset: int
    length: int
    size_bytes: int


def pack(replay: Replay) -> Member:
    text = replay.dumps()
    return Member(hashlib.sha256(text).hexdigest(), gzip.compress(text, _LEVEL, mtime=0), len(text))


def store_all(members: Sequence[Member]) -> list[Packed]:
    """Write the file to the disk; the rows follow with the results. A row without a file cannot exist, also after the
    loss of power; a file without a row harms nobody. Members follow each other, so the file as a whole is
    readable gzip too."""
    if not members:
        return []
    whole = b"".join(member.data for member in members)
    name = hashlib.sha256(whole).hexdigest()
    file = save(f"{FOLDER}/{name[:2]}/{name}.json.gz", whole)
    places = accumulate((len(member.data) for member in members), initial=0)
    return [
        Packed(member.content_hash, file, offset, len(member.data), member.size_bytes)
        for member, offset in zip(members, places, strict=False)
    ]


def save(name: str, whole: bytes) -> str:
    """Where half a file of a worker that died lies, storage finds another name. A full disk leaves half a file too: it
    would use up the last bytes."""
    is_new = not default_storage.exists(name)
    try:
        return default_storage.save(name, ContentFile(whole))
    except Exception:
        if is_new:
            default_storage.delete(name)
        raise


def load_bytes(stored: StoredReplay) -> bytes:
    """Raises ``LostReplayError``."""
    try:
        return _read(stored)
    except FileNotFoundError as error:
        raise LostReplayError(f"The file {stored.file.name} is lost: {error}") from error
    except _DAMAGED as error:
        raise LostReplayError(f"The file {stored.file.name} is damaged: {error}") from error


def _read(stored: StoredReplay) -> bytes:
    with stored.file.open("rb") as packed:
        packed.seek(stored.offset)
        piece = packed.read(stored.length if stored.length is not None else -1)
    if not piece:
        raise EOFError("it ends before the replay")  # gzip itself makes nothing of nothing, and says nothing
    if stored.place is None:
        return gzip.decompress(piece)
    return lzma.decompress(piece)[stored.place : stored.place + stored.size_bytes]


def load(stored: StoredReplay) -> Replay:
    """Raises ``LostReplayError``."""
    return replays.loads(load_bytes(stored))
