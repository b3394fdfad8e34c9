import pytest

from tests.referee.cli.arena import Arena


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return Arena(monkeypatch, capsys)
