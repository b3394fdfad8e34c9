"""The compiled engines play the same games as the Python sources, move for move and view for view."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from engines import build

GAMES = 80 * int(os.environ.get("ENGINE_TEST_FACTOR", "1"))
"""Games of each variant: about two thousand in all in an ordinary run."""


def start(form: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.engines.compiled.digest", str(GAMES)]
    return subprocess.Popen(command, env={**os.environ, "KARMA_ENGINES": form}, stdout=subprocess.PIPE, text=True)


def answer(process: "subprocess.Popen[str]") -> Any:
    text, _nothing = process.communicate()
    assert process.returncode == 0
    return json.loads(text)


def test_the_compiled_and_the_pure_form_play_the_same_games() -> None:
    missing = build.what_is_missing()
    if missing:
        pytest.skip(f"The engines cannot be compiled: {missing} is missing. Fix: apt-get install gcc python3-dev")
    assert build.main() == 0
    processes = {form: start(form) for form in ("pure", "compiled")}
    pure, compiled = (answer(processes[form]) for form in ("pure", "compiled"))
    assert not pure["compiled"]
    assert compiled["compiled"]
    assert compiled["digests"] == pure["digests"]
    assert len(pure["digests"]) >= 10
