"""The settings of production as a whole process reads them."""

import os
import re
import subprocess
import sys
from pathlib import Path

from arena.settings.variables import VARIABLES
from tests.patience import PATIENCE_S
from tests.settings.test_wrong_values import GOOD


def django(command: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return python("-m", "django", command, *arguments, **environment)


def python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name not in {v.name for v in VARIABLES}}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**inherited, "DJANGO_SETTINGS_MODULE": "arena.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
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


RENDER = """
import django; django.setup()
from django.test import Client
response = Client(headers={"host": "arena.example.org"}).get("/account/login/", secure=True)
print(response.status_code, response["Strict-Transport-Security"], response.content.decode())
"""


def test_a_collected_site_serves_its_pages_with_hashed_files(tmp_path: Path) -> None:
    environment = {**GOOD, "ARENA_DATA_DIR": str(tmp_path)}
    collected = django("collectstatic", "--noinput", **environment)
    assert collected.returncode == 0, collected.stderr
    page = python("-c", RENDER, **environment)
    assert page.stdout.startswith("200 max-age=31536000; includeSubDomains; preload"), page.stderr
    assert re.search(r"/static/img/[a-z-]+\.[0-9a-f]{12}\.", page.stdout)
    assert re.search(r"/script/site\.[0-9a-f]{16}\.js", page.stdout)
    assert re.search(r"/style/site-[0-9a-f]{16}\.css", page.stdout)


def test_plain_requests_are_sent_to_https() -> None:
    script = RENDER.replace("secure=True", "secure=False").replace('response["Strict-Transport-Security"]', "''")
    script = script.replace("response.content.decode()", 'response["Location"]')
    assert python("-c", script, **GOOD).stdout.split() == ["301", "https://arena.example.org/account/login/"]
