"""Many small files of replays become one: hourly, behind the play path, which never waits for it.

A pack holds what is kept for good or what goes after a while, never both, so that old packs go as a whole. Its name is
written down as that of a file nobody reads, then the file, then the rows move in one transaction; the old files go a
day later. Killed anywhere, it leaves at most a file that goes a day later too, and begins again.
"""

import hashlib
import lzma
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import QuerySet

from arena.lib.clock import database_now
from arena.matches import replay_store
from arena.matches.models import MatchKind, ReplayFile, StoredReplay

FULL = 4096
"""Replays of a pack: some megabytes, which storage of any kind likes, and written within seconds."""
PIECE = 32
"""Replays that are compressed together. Reading one opens them all, some hundred kilobytes: a few milliseconds."""
REST = timedelta(hours=1)
"""A game is looked at most in its first hour; its replay is read without opening others meanwhile."""
PATIENCE = timedelta(days=1)
"""After which a pack is made of fewer, on arenas that play little."""
STAY = timedelta(days=1)
"""How long a file stays that no row names."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Packing:
    replays: int = 0
    files: int = 0
    """Packs that were written."""
    before_bytes: int = 0
    after_bytes: int = 0

    def __add__(self, other: "Packing") -> "Packing":
        return Packing(
            self.replays + other.replays,
            self.files + other.files,
            self.before_bytes + other.before_bytes,
            self.after_bytes + other.after_bytes,
        )


def pack_replays(now: datetime | None = None, *, is_all: bool = False) -> Packing:
    """All full packs, and what waited for a day. ``is_all``: whatever is there, at once."""
    now = now or database_now()
    done = Packing()
    for is_practice in (False, True):
        last = 0
        while rows := _next(is_practice, last, now if is_all else now - REST):
            # The one in the middle: a single one that cannot be read, and stays, must not make packs of every hour.
            if len(rows) < FULL and not is_all and rows[len(rows) // 2].created_at > now - PATIENCE:
                break
            last = rows[-1].pk
            done += _pack(rows, now)
    return done


def delete_retired(now: datetime | None = None) -> int:
    """Files that nobody has named for a day. The file goes first: without its row nobody would think of it again.

    A result that was under way for all this time may name one after all: such a file stays.
    """
    old = list(ReplayFile.objects.filter(retired_at__lt=(now or database_now()) - STAY)[:10_000])
    named = set(_unpacked().filter(file__in=[file.name for file in old]).values_list("file", flat=True))
    ReplayFile.objects.filter(name__in=named).delete()  # packing takes them up again
    old = [file for file in old if file.name not in named]
    for file in old:
        default_storage.delete(file.name)
        file.delete()
    return len(old)


def retire_unpacked(names: Sequence[str], now: datetime) -> None:
    """Files of batches of which no replay is left: the caller has just moved or deleted some."""
    still = set(_unpacked().filter(file__in=names).values_list("file", flat=True))
    gone = [ReplayFile(name=name, live=0, retired_at=now) for name in names if name not in still]
    ReplayFile.objects.bulk_create(gone, ignore_conflicts=True)


def _unpacked() -> QuerySet[StoredReplay]:
    return StoredReplay.objects.filter(place=None)


def _next(is_practice: bool, after: int, until: datetime) -> list[StoredReplay]:
    waiting = _unpacked().filter(pk__gt=after, created_at__lt=until)
    of_practice = {"games__block__match__kind": MatchKind.PRACTICE}
    chosen = waiting.filter(**of_practice) if is_practice else waiting.exclude(**of_practice)
    return list(chosen.order_by("pk")[:FULL])


def _pack(rows: Sequence[StoredReplay], now: datetime) -> Packing:
    texts = list(_read(rows))
    if not texts:
        return Packing()
    whole, moved, before = bytearray(), list[StoredReplay](), defaultdict[str, int](int)
    for first in range(0, len(texts), PIECE):
        piece = texts[first : first + PIECE]
        data = lzma.compress(b"".join(text for _, text in piece))
        place = 0
        for row, text in piece:
            before[str(row.file.name)] += row.length or 0
            moved.append(StoredReplay(pk=row.pk, offset=len(whole), length=len(data), place=place))
            place += len(text)
        whole += data
    # A name that nothing had before: the store must take just this one, which is written down already.
    name = f"{replay_store.FOLDER}/packs/{now:%Y/%m}/{uuid.uuid4().hex}.json.xz"
    ReplayFile.objects.create(name=name, live=0, retired_at=now)
    replay_store.save(name, bytes(whole))
    if not _move(name, moved, list(before), now):
        return Packing()  # another packed them at the same moment: the file goes a day later
    return Packing(len(moved), 1, sum(before.values()), len(whole))


def _read(rows: Sequence[StoredReplay]) -> Iterator[tuple[StoredReplay, bytes]]:
    """What cannot be read stays where it is, for whoever looks for the reason."""
    for row in rows:
        try:
            text = replay_store.load_bytes(row)
        except (OSError, EOFError, ValueError) as error:
            _log.error("replay_not_packed", replay=row.content_hash, error=str(error))
            continue
        if hashlib.sha256(text).hexdigest() == row.content_hash and len(text) == row.size_bytes:
            yield row, text
        else:
            _log.error("replay_not_packed", replay=row.content_hash, error="It is not what its hash says.")


_MOVE = """
UPDATE matches_storedreplay replay SET file = %s, "offset" = moved.at, length = moved.length, place = moved.place
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[]) AS moved (id, at, length, place)
WHERE replay.id = moved.id AND replay.place IS NULL
"""


def _move(name: str, moved: Sequence[StoredReplay], old: Sequence[str], now: datetime) -> int:
    """Rows that another packed meanwhile, or that are gone, are not touched."""
    columns = [[getattr(row, field) for row in moved] for field in ("pk", "offset", "length", "place")]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_MOVE, [name, *columns])
        count = int(cursor.rowcount)
        if count:
            ReplayFile.objects.filter(name=name).update(live=count, retired_at=None)
            retire_unpacked(old, now)
    return count
