"""Run the program ``arena`` inside the test process, as its console script does."""

import sys
from dataclasses import dataclass

import pytest

from referee.cli import main


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


class Arena:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.delenv("LANGUAGE", raising=False)
        monkeypatch.setenv("LC_ALL", "C.UTF-8")  # it speaks the language of the terminal, whoever runs the tests

    def __call__(self, *words: object) -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["arena", *map(str, words)])
        self._monkeypatch.setenv("COLUMNS", "200")
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        said = self._capsys.readouterr()
        code = left.value.code
        return Ran(code if isinstance(code, int) else 0, said.out, said.err)
