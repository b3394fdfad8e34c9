"""`manage.py prepare`: the one step between a new database and a working arena."""

from io import StringIO
from pathlib import Path

import pytest
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
