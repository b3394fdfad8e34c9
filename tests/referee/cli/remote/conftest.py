"""A real server on loopback, an author with a token, and a home folder of one's own."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from referee.cli.remote import client
from tests.referee.cli.arena import Arena

BOT = "import sys\nfor line in sys.stdin:\n    print(line, flush=True)\n"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("KARMA_ARENA_URL", "KARMA_ARENA_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "TRIES", 2)
    monkeypatch.setattr("referee.cli.remote.client.sleep", lambda _seconds: None)


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return Arena(monkeypatch, capsys)


@pytest.fixture
def secret(transactional_db: None) -> str:
    alice = User.objects.create_user("alice", "alice@example.org", "secret")
    return create_token(alice, "laptop", list(Scope), timedelta(days=1))[1]


@pytest.fixture
def logged_in(live_server: LiveServer, secret: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """As in CI: by variables. Gives the address."""
    monkeypatch.setenv("KARMA_ARENA_URL", live_server.url)
    monkeypatch.setenv("KARMA_ARENA_TOKEN", secret)
    return str(live_server.url)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-bot"
    made.mkdir()
    (made / "bot.py").write_text(BOT)
    return made
