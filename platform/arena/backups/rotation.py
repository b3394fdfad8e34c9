"""Which backups of a folder stay. Pure, but for the two functions that look and delete."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_FORM = "arena-%Y%m%d-%H%M%S.tar"


@dataclass(frozen=True)
class Keep:
    """The newest ones, and of so many days, weeks and months the last one each."""

    last: int = 1
    days: int = 7
    weeks: int = 4
    months: int = 6


def name_at(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_FORM)


def taken_at(file: Path) -> datetime | None:
    """None: not one of ours, and never touched."""
    try:
        return datetime.strptime(file.name, _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def kept(moments: Iterable[datetime], keep: Keep) -> set[datetime]:
    newest_first = sorted(moments, reverse=True)
    stay = set(newest_first[: max(1, keep.last)])  # never none, whatever is asked for
    for count, period in ((keep.days, _day), (keep.weeks, _week), (keep.months, _month)):
        stay |= _last_of_each(newest_first, period, count)
    return stay


def _last_of_each(newest_first: list[datetime], period: Callable[[datetime], str], count: int) -> set[datetime]:
    found: dict[str, datetime] = {}
    for moment in newest_first:
        if len(found) == count and period(moment) not in found:
            break
        found.setdefault(period(moment), moment)
    return set(found.values()) if count else set()


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d")


def _week(moment: datetime) -> str:
    return moment.strftime("%G-%V")


def _month(moment: datetime) -> str:
    return moment.strftime("%Y-%m")


def backups_in(folder: Path) -> dict[datetime, Path]:
    return {moment: file for file in folder.iterdir() if (moment := taken_at(file)) is not None}


def rotate(folder: Path, keep: Keep) -> list[Path]:
    """Delete what need not stay; returns what was deleted."""
    found = backups_in(folder)
    stay = kept(found, keep)
    gone = [file for moment, file in sorted(found.items()) if moment not in stay]
    for file in gone:
        file.unlink(missing_ok=True)
    return gone
