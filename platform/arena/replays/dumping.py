"""Make the files of seasons that are over: some thousand games at a time, whenever the beat calls."""

from __future__ import annotations

import gzip
import io

from django.core.files.base import ContentFile
from django.db import transaction
from django.urls import reverse

from arena.ratings.models import Pool
from arena.replays.exporting import as_lines, games_of_ladder
from arena.replays.models import DumpFile, SeasonDump
from referee.learning.lines import end_of

GAMES_OF_FILE = 2000
"""Some megabytes packed, made in seconds."""


@transaction.atomic
def make_next_file() -> DumpFile | None:
    """One more file of one season; the second of two callers at once leaves it to the first. None: nothing was left."""
    over = Pool.objects.filter(is_open=False).exclude(dump__is_complete=True).order_by("ended_at", "pk")
    pool = over.select_for_update(of=("self",), skip_locked=True).first()
    if pool is None:
        return None
    dump, _is_new = SeasonDump.objects.get_or_create(pool=pool)
    *parts, last = as_lines(
        games_of_ladder(None, pool.variant, pool.season), dump.after, GAMES_OF_FILE, with_views=False
    )
    end = end_of(last) or {}
    dump.after = int(end["after"])
    dump.games += int(end["games"])
    dump.is_complete = bool(end["is_last"])
    dump.save()
    return _save(dump, b"".join(parts), int(end["games"])) if end["games"] else None


def _save(dump: SeasonDump, text: bytes, games: int) -> DumpFile:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as out:
        out.write(text)
    number = dump.files.count() + 1
    made = DumpFile(dump=dump, number=number, games=games, size_bytes=len(packed.getvalue()))
    made.file.save(name_of(dump.pool, number), ContentFile(packed.getvalue()), save=False)
    made.save()
    return made


def name_of(pool: Pool, number: int) -> str:
    return f"{pool.variant}-season-{pool.season}-games-{number:05d}.jsonl.gz"


def address_of(file: DumpFile) -> str:
    """Of the page that sends it."""
    return reverse("ladders:dump", args=[file.dump.pool.variant, file.dump.pool.season, file.number])
