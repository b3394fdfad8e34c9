"""`manage.py worker_role`: safe to run again, and clear when something is wrong."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from arena.matches.models import WorkerRole
from tests.worker_role.conftest import ROLE

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("worker_role", *arguments, stdout=out)
    return out.getvalue()


def test_it_makes_a_role_and_mends_it(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("a-long-enough-password\n")
    said = run(ROLE, "--password-file", str(password))
    assert "a sample of its results" in said
    assert "user play" in said
    assert "every result" in run(ROLE, "--untrusted")
    assert not WorkerRole.objects.get().is_trusted


def test_it_says_how_many_batches_a_role_may_hold_and_keeps_the_number() -> None:
    assert "at most 64 batches" in run(ROLE)
    assert "at most 500 batches" in run(ROLE, "--batches", "500")
    assert "at most 500 batches" in run(ROLE, "--untrusted")
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolconnlimit FROM pg_roles WHERE rolname = %s", [ROLE])
        assert cursor.fetchone()[0] == 1000, "two sessions for each"


def test_a_stopped_worker_goes_on() -> None:
    run(ROLE)
    WorkerRole.objects.update(stopped_because="It lied.")
    run(ROLE, "--go-on")
    assert WorkerRole.objects.get().stopped_because == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("Arena-Play",), "lower-case letters"),
        (("arena_play; DROP TABLE x",), "lower-case letters"),
        (("arena_nobody", "--go-on"), "Make it first"),
        (("arena_play", "--password-file", "/nonexistent"), "cannot be read"),
        (("arena_play", "--batches", "0"), "from 1 to 10,000"),
        (("arena_play", "--batches", "many"), "from 1 to 10,000"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*arguments)


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("short")
    with pytest.raises(CommandError, match="shorter than 16"):
        run(ROLE, "--password-file", str(tmp_path / "password"))
