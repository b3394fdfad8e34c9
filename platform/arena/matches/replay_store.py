"""Replays as compressed files named by what is in them: the same replay twice is one file."""

import gzip
import hashlib

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from arena.matches.models import StoredReplay
from referee import replay as replays
from referee.replay import Replay


def store(replay: Replay) -> StoredReplay:
    """Write the file first, the row after it: a row without a file cannot exist, a file without a row harms nobody."""
    data = replay.dumps()
    content_hash = hashlib.sha256(data).hexdigest()
    found = StoredReplay.objects.filter(content_hash=content_hash).first()
    if found is not None:
        return found
    packed = gzip.compress(data, mtime=0)
    name = f"replays/{content_hash[:2]}/{content_hash}.json.gz"
    if not _is_whole(name, packed):
        # Where half a file of a worker that died lies, storage finds another name.
        name = default_storage.save(name, ContentFile(packed))
    row, _ = StoredReplay.objects.get_or_create(
        content_hash=content_hash, defaults={"file": name, "size_bytes": len(data)}
    )
    return row


def _is_whole(name: str, packed: bytes) -> bool:
    if not default_storage.exists(name):
        return False
    with default_storage.open(name, "rb") as stored:
        return bool(stored.read() == packed)


def load_bytes(stored: StoredReplay) -> bytes:
    with stored.file.open("rb") as packed:
        return gzip.decompress(packed.read())


def load(stored: StoredReplay) -> Replay:
    return replays.loads(load_bytes(stored))
