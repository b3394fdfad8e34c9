"""Logging in: where the token is kept, and every way in which it must not leak."""

import io
import stat
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from referee.cli.remote import config
from referee.cli.remote.client import checked_url
from referee.cli.remote.errors import RemoteError
from tests.referee.cli.arena import Arena


def test_a_token_is_tried_and_kept_for_its_owner_alone(
    arena: Arena, live_server: LiveServer, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{secret}\n"))
    ran = arena("login", live_server.url, "--token-stdin")
    assert (ran.status, "alice" in ran.out, secret in ran.out) == (0, True, False)
    assert config.load() == config.Account(live_server.url, secret)
    assert stat.S_IMODE(config.config_file().stat().st_mode) == 0o600
    assert stat.S_IMODE(config.config_file().parent.stat().st_mode) == 0o700


def test_a_wrong_token_is_not_kept(arena: Arena, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARMA_ARENA_TOKEN", "karma_wrong")
    ran = arena("login", live_server.url)
    assert ran.status == 2
    assert "token-invalid" in ran.err
    assert not config.config_file().exists()


def test_without_a_terminal_nothing_is_asked(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    ran = arena("login", "http://127.0.0.1:1")
    assert (ran.status, "--token-stdin" in ran.err) == (2, True)


@pytest.mark.parametrize(
    "url",
    ["http://arena.example.org", "ftp://127.0.0.1", "arena.example.org", "https://me:pw@x.org", "https://x.org/?a=1"],
)
def test_an_address_that_would_leak_the_token_is_refused(url: str) -> None:
    with pytest.raises(RemoteError, match="https://"):
        checked_url(url)


def test_plain_http_is_for_this_machine_only() -> None:
    assert checked_url("http://localhost:8000/") == "http://localhost:8000"
    assert checked_url("https://arena.example.org/") == "https://arena.example.org"


def test_a_file_that_others_may_read_is_refused(arena: Arena) -> None:
    file = config.save(config.Account("http://127.0.0.1:1", "karma_x"))
    file.chmod(0o644)
    ran = arena("status", "my-bot")
    assert (ran.status, "chmod 600" in ran.err) == (2, True)


def test_a_stored_token_is_not_sent_to_another_arena(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    config.save(config.Account("https://mine.example.org", "karma_x"))
    monkeypatch.setenv("KARMA_ARENA_URL", "https://other.example.org")
    with pytest.raises(RemoteError, match="Nobody is logged in"):
        config.load()


def test_nobody_logged_in_is_told_how(arena: Arena) -> None:
    ran = arena("status", "my-bot")
    assert (ran.status, "arena login URL" in ran.err) == (2, True)


def test_a_broken_file_is_told_as_such(arena: Arena, tmp_path: Path) -> None:
    config.save(config.Account("https://x.org", "karma_x")).write_text("{")
    ran = arena("status", "my-bot")
    assert (ran.status, "Remove it" in ran.err) == (2, True)


def test_an_arena_that_is_not_there_is_told_as_such(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARMA_ARENA_TOKEN", "karma_x")
    monkeypatch.setenv("KARMA_ARENA_URL", "http://127.0.0.1:9")
    ran = arena("status", "my-bot")
    assert (ran.status, "cannot be reached" in ran.err) == (2, True)
