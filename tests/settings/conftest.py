from pathlib import Path

import pytest

from arena.settings.variables import VARIABLES


@pytest.fixture(autouse=True)
def _an_empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only what a test sets itself is set; the data folder is one of its own."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path))
