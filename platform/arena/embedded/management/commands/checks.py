import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.settings.environment import ROOT

_PRODUCTION = {
    "ARENA_ENV": "production",
    "SECRET_KEY": "only-for-this-check-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH",
    "ALLOWED_HOSTS": "arena.example",
    "DATABASE_URL": "postgres://arena@localhost/arena",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp://localhost:25",
}


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]
    env: Mapping[str, str] = field(default_factory=dict)


class Command(BaseCommand):
    help = "Run every check of the code that is not a test: format, lint, types, imports, templates, settings."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        cores = len(os.sched_getaffinity(0))
        failed = self._failed(_of_a_moment(), 1) + self._failed(_of_minutes(), cores)
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}. What each of them says is above.")
        self.stdout.write("All checks are clean.")

    def _failed(self, checks: list[Check], at_once: int) -> list[str]:
        with ThreadPoolExecutor(at_once) as pool:
            passed = list(pool.map(self._passes, checks))
        return [check.name for check, ok in zip(checks, passed, strict=True) if not ok]

    def _passes(self, check: Check) -> bool:
        begin = time.monotonic()
        env = {**os.environ, **check.env}
        done = subprocess.run(check.command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        ok = done.returncode == 0
        text = f"{'✓' if ok else '✗'} {check.name} ({time.monotonic() - begin:.1f} s)\n"
        if not ok:
            text += f"  {' '.join(check.command)}\n{done.stdout}{done.stderr}"
        self.stdout.write(text, ending="")  # in one piece: others write at the same time
        self.stdout.flush()
        return ok


def _of_a_moment() -> list[Check]:
    """What a slip shows in, before anything that takes long."""
    templates = sorted(str(path) for path in (ROOT / "platform").rglob("templates/**/*.html"))
    return [
        Check("format", [_tool("ruff"), "format", "--check", "."]),
        Check("lint", [_tool("ruff"), "check", "."]),
        Check("templates", [_tool("djade"), "--check", "--target-version", "5.2", *templates]),
    ]


def _of_minutes() -> list[Check]:
    """Side by side, the longest first. The compiled engines are those that the tests play with."""
    manage = [sys.executable, "manage.py"]
    return [
        Check("types", [_tool("mypy")]),
        Check("engines compile, where there is a compiler", [sys.executable, "-m", "engines.build"]),
        Check("translations", [sys.executable, "-m", "tools.catalogues", "--check"]),
        Check("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Check("documentation", [*manage, "docs", "--check"]),
        Check("production settings", [*manage, "check", "--deploy", "--fail-level", "WARNING"], _PRODUCTION),
        Check("unused and missing dependencies", [_tool("deptry"), "."]),
        Check("imports between packages", [_tool("lint-imports")]),
    ]


def _tool(name: str) -> str:
    beside = Path(sys.executable).parent / name
    program = str(beside) if beside.exists() else shutil.which(name)
    if program is None:
        raise CommandError(f"{name} is missing. Install the extra 'dev': pip install -e '.[embedded,dev]'")
    return program
