"""What bots of this arena may use, by its settings."""

from functools import cache

from django.conf import settings

from referee.conditions import MIB, Conditions, of_this_machine

MOST_UPLOAD_MB = 64
"""The largest value of ``ARENA_UPLOAD_MB``: an upload is read into memory, and its build has 256 MiB of room for it."""


def conditions() -> Conditions:
    return _conditions(settings.BOT_MEMORY_MB, settings.UPLOAD_MB)


@cache
def _conditions(memory_mb: int, upload_mb: int) -> Conditions:
    return Conditions(memory_mb=memory_mb, upload_bytes=upload_mb * MIB, packages=of_this_machine().packages)
