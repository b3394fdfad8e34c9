"""One list of what a bot may use: the API, the page and the doctor tell the same numbers."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from arena.bots.archive import UploadError, read_upload
from arena.bots.conditions import conditions
from referee.conditions import Conditions, too_large
from referee.doctor import Status, examine

pytestmark = pytest.mark.django_db


def test_the_api_and_the_page_follow_the_settings(client: Client, settings: Settings) -> None:
    settings.BOT_MEMORY_MB, settings.UPLOAD_MB = 512, 20
    told = client.get("/api/v1/conditions").json()
    assert Conditions.from_json(told) == conditions()
    assert (told["memory_mb"], told["upload_bytes"], told["unpacked_bytes"]) == (512, 20 << 20, 30 << 20)
    page = client.get("/submit/").content.decode()
    assert "512 MiB" in page
    assert {"numpy", "onnxruntime"} <= {package["name"] for package in told["packages"]}
    assert f"<code>numpy {next(one['version'] for one in told['packages'] if one['name'] == 'numpy')}</code>" in page


def test_games_are_played_under_them(settings: Settings) -> None:
    settings.BOT_MEMORY_MB = 300
    assert conditions().limits.memory_mb == 300


def test_an_upload_beyond_the_setting_is_refused(settings: Settings) -> None:
    settings.UPLOAD_MB = 1
    with pytest.raises(UploadError, match=r"at most 1\.0 MB"):
        read_upload("bot.zip", b"x" * (1 << 21))


def test_the_doctor_refuses_what_an_upload_would_refuse(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "model.onnx").write_bytes(bytes(2_000_000))
    report = examine(tmp_path, conditions=Conditions(upload_bytes=1 << 20))
    assert [(check.id, check.status) for check in report.checks] == [("size", Status.FAIL)]
    assert "model.onnx, 2.0 MB" in report.checks[0].sentence


def test_too_many_files_are_counted_without_hidden_ones(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.py").write_text("")
    (tmp_path / ".hidden").write_text("")
    assert too_large(tmp_path, Conditions(files=4)) == ""
    assert "4 files; at most 3" in too_large(tmp_path, Conditions(files=3))
