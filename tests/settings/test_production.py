"""The settings of production as a whole process reads them."""

import os
import subprocess
import sys

from arena.settings.variables import VARIABLES
from tests.settings.test_wrong_values import GOOD


def django(command: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name not in {v.name for v in VARIABLES}}
    return subprocess.run(
        [sys.executable, "-m", "django", command, *arguments],
        env={**inherited, "DJANGO_SETTINGS_MODULE": "arena.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_deployment_check_finds_nothing() -> None:
    result = django("check", "--deploy", "--fail-level", "WARNING", **GOOD)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "no issues (0 silenced)" in result.stdout


def test_without_a_database_url_the_code_still_imports() -> None:
    assert django("check").returncode == 0


def test_without_a_database_url_the_first_connection_explains_itself() -> None:
    result = django("showmigrations")
    assert result.returncode != 0
    assert "DATABASE_URL is not set. Run `python3 manage.py demo`" in result.stderr
