"""The update to games in batches, with the data of an arena that was in the middle of everything."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from arena.settings.environment import ROOT


@pytest.fixture
def empty_database(db: None) -> Iterator[str]:
    """Its address."""
    given = connection.settings_dict
    name = f"{given['NAME']}_old"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
        yield f"postgres://{given['USER']}@{quote(str(given['HOST']), safe='')}/{name}"
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_an_arena_from_before_the_batches_is_updated_and_plays_on(empty_database: str, tmp_path: Path) -> None:
    env = {
        **os.environ,
        "DATABASE_URL": empty_database,
        "ARENA_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "arena.settings",
    }
    command = [sys.executable, "-m", "tests.matches.old_arena"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    before = ["done", "done", "queued", "queued", "stuck", "queued", "forfeited", "cancelled"]
    assert found["migrated"]["ladder"] == before, "what was being played is queued again, and nothing else changed"
    after = ["done"] * 6 + ["forfeited", "cancelled"]
    assert found["played"] == {"ladder": after, "practice": ["done"] * 2, "tournament": ["queued"] * 2}
    assert found["matches"] == {"ladder": "done", "practice": "done", "tournament": "running"}
    assert found["attempts"] == ["void", "result"], "the attempt of the old worker is in the books"
    assert found["sources"]["tournament:cup"] == "tournament"
    assert found["capped"] == [found["uploads"]] * 2, "the uploaded bot counts for its cap, the house bot does not"
    assert found["checks"] == ["waiting"]
