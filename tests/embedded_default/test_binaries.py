from pathlib import Path

import pytest

from arena.embedded import binaries
from arena.embedded.unprivileged import CannotStartError


def _hide_wheels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binaries, "wheel_folder", lambda package: None)
    monkeypatch.setenv("PATH", str(tmp_path))


def test_without_wheels_installed_servers_are_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _hide_wheels(monkeypatch, tmp_path)
    monkeypatch.setattr(binaries, "_INSTALLED", tmp_path / "none")
    for name in ("initdb", "postgres", "redis-server"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    assert binaries.postgres_bin() == tmp_path
    assert binaries.valkey_server() == tmp_path / "redis-server"


def test_without_any_server_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _hide_wheels(monkeypatch, tmp_path)
    monkeypatch.setattr(binaries, "_INSTALLED", tmp_path / "none")
    with pytest.raises(CannotStartError, match="apt-get install -y postgresql"):
        binaries.postgres_bin()
    with pytest.raises(CannotStartError, match="REDIS_URL=redis://"):
        binaries.valkey_server()
