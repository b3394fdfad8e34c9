from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from arena.backups import rotation, scheduled
from arena.backups.rotation import Keep

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def nights(count: int) -> list[datetime]:
    return [NOON - timedelta(days=each) for each in range(count)]


def test_the_last_of_each_day_week_and_month_stays() -> None:
    stay = rotation.kept([*nights(400), NOON - timedelta(hours=2)], Keep(last=2, days=3, weeks=2, months=3))
    assert sorted(moment.strftime("%m-%d %H") for moment in stay) == [
        "01-31 12", "02-22 12", "02-27 12", "02-28 12", "03-01 10", "03-01 12",
    ]  # fmt: skip


def test_one_stays_whatever_is_asked_for() -> None:
    assert rotation.kept(nights(5), Keep(0, 0, 0, 0)) == {NOON}
    assert rotation.kept([], Keep()) == set()


def test_files_of_others_are_never_touched(tmp_path: Path) -> None:
    for moment in nights(3):
        (tmp_path / rotation.name_at(moment)).touch()
    others = ["arena.tar", "arena-20260301-120000.tar.unfinished", "arena-99999999-000000.tar"]
    for name in others:
        (tmp_path / name).touch()
    assert len(rotation.rotate(tmp_path, Keep(1, 0, 0, 0))) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(["arena-20260301-120000.tar", *others])


@pytest.mark.django_db(transaction=True)
def test_backups_are_taken_when_they_are_due_and_make_room(tmp_path: Path, settings: Settings) -> None:
    assert scheduled.take_if_due() is None, "nobody asked for any"
    settings.BACKUP_DIR, settings.BACKUP_HOURS = tmp_path, 24
    first = scheduled.take_if_due(NOON)
    assert first is not None
    assert scheduled.take_if_due(NOON + timedelta(hours=23)) is None
    assert scheduled.take_if_due(NOON + timedelta(hours=25)) is not None
    assert len(rotation.backups_in(tmp_path)) == 2
    call_command("restore", str(first), "--check", "--quick")


@pytest.mark.django_db(transaction=True)
def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Give either"):
        call_command("backup")
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", "--into", str(tmp_path / "no"))
