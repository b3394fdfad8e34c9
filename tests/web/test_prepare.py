"""`manage.py prepare`: the one step between a new database and a working arena."""

import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from pytest_django.fixtures import Settings

from arena.bots.models import Bot
from arena.ratings.models import Pool
from engines import variants

pytestmark = pytest.mark.django_db


def prepare(*arguments: str) -> str:
    out = StringIO()
    call_command("prepare", *arguments, stdout=out)
    return out.getvalue()


def test_it_opens_a_pool_for_every_variant_and_brings_house_bots(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    assert f"{len(variants())} rating pools" in prepare()
    assert Pool.objects.filter(is_open=True).count() == len(variants())
    assert Bot.objects.exclude(house_name="").exists()
    assert (tmp_path / "static" / "css" / "base.css").is_file()


def test_running_it_again_changes_nothing() -> None:
    prepare("--no-static")
    before = (set(Pool.objects.values_list("pk")), set(Bot.objects.values_list("pk")))
    prepare("--no-static")
    assert (set(Pool.objects.values_list("pk")), set(Bot.objects.values_list("pk"))) == before


def test_other_users_of_the_machine_read_no_stored_file(tmp_path: Path, settings: Settings) -> None:
    """Whatever lies there already, and with whatever mode."""
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "media").mkdir(mode=0o755)
    old = tmp_path / "media" / "old.zip"
    old.touch(mode=0o644)
    prepare("--no-static")
    assert stat.S_IMODE((tmp_path / "media").stat().st_mode) == 0o750
    settings.MEDIA_ROOT = tmp_path / "not-yet"
    prepare("--no-static")
    assert stat.S_IMODE((tmp_path / "not-yet").stat().st_mode) & 0o007 == 0


def test_what_is_stored_from_now_on_is_closed_by_itself(tmp_path: Path, settings: Settings) -> None:
    settings.MEDIA_ROOT = tmp_path
    name = default_storage.save("versions/2026/01/a.zip", ContentFile(b"x"))
    file = tmp_path / name
    assert [stat.S_IMODE(each.stat().st_mode) & 0o007 for each in (file, file.parent, file.parent.parent)] == [0, 0, 0]
