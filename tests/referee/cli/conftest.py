from pathlib import Path

import pytest

from tests.referee.cast import AnyLegal, play
from tests.referee.cli.arena import Arena


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return Arena(monkeypatch, capsys)


@pytest.fixture
def replay_file(tmp_path: Path) -> Path:
    """A finished game of Diamoniak on disk."""
    record = play("diamoniak-2", AnyLegal("a"), AnyLegal("b"))
    assert record.replay is not None
    file = tmp_path / "game.json"
    file.write_bytes(record.replay.dumps())
    return file
