"""What two jails share tells neither of them anything about the other."""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox import ordinary
from tests.sandbox.hostile.notices import OPEN, WAYS, WORDS
from tests.sandbox.hostile.test_attacks import arguments_for

CHANCE = 0.85
"""The best threshold for bits that did not come through gets some 60 to 70 of a hundred right by chance."""


@pytest.fixture(scope="module", params=["root", "ordinary"])
def heard(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="karma-notices-") as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        command = arguments_for(request.param, "tests.sandbox.hostile.notices", scratch, "--json")
        told = subprocess.run(command, cwd=ordinary.ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return [json.loads(line) for line in told.stdout.splitlines()]


@pytest.mark.parametrize("between", ["seats", "games"])
@pytest.mark.parametrize("start", ["warm", "cold"])
def test_no_bits_come_through(heard: list[dict[str, Any]], start: str, between: str) -> None:
    told = [one for one in heard if one["start"] == start and one["between"] == between]
    tried = {(one["writer"], one["reader"]) for one in told}
    assert tried == set(WAYS) | (set(WORDS) if between == "seats" else set())
    closed = [one for one in told if (one["writer"], one["reader"]) not in OPEN]
    assert [one for one in closed if not one["refused"] and one["right"] > CHANCE * one["bits"]] == []
    # The board itself works: plain reading is refused to nobody.
    assert not any(one["refused"] for one in told if (one["writer"], one["reader"]) in OPEN)
