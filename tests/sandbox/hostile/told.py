"""What a measuring module of this folder tells, run as a process of its own under root and under an ordinary user."""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox import ordinary
from tests.sandbox.hostile.test_attacks import arguments_for

Told = list[dict[str, Any]]


def told_by(module: str) -> Any:
    """A fixture: all rows that the module prints with `--json`."""

    @pytest.fixture(scope="module", params=["root", "ordinary"])
    def told(request: pytest.FixtureRequest) -> Told:
        # Not below pytest's own folder: every run of pytest closes that to other users.
        with tempfile.TemporaryDirectory(prefix="karma-told-") as name:
            scratch = Path(name)
            scratch.chmod(0o755)
            command = arguments_for(request.param, module, scratch, "--json")
            done = subprocess.run(command, cwd=ordinary.ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return told
