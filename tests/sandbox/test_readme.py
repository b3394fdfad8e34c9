"""The example of the README does what it says."""

import re
from pathlib import Path

import pytest

import sandbox
from tests.sandbox.cast import ECHO


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = Path(sandbox.__file__).with_name("README.md").read_text()
    example = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    (tmp_path / "upload").mkdir()
    (tmp_path / "upload" / "bot.py").write_text(ECHO)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(example[1], names)  # noqa: S102  our own README
    assert names["answer"] == b'{"type": "hello"}'
    report = names["report"]
    assert isinstance(report, sandbox.Report)
    assert report.fault is None
