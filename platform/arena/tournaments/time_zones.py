"""Names of time zones. Reading them walks the files of the system, so it is done once."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))
