import os
import shutil
import subprocess
import sys
import time
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


class Command(BaseCommand):
    help = "Run every check of the code that is not a test: format, lint, types, imports, templates, settings."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        failed = [name for name, command, env in _checks() if not self._passes(name, command, env)]
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}. What each of them says is above.")
        self.stdout.write("All checks are clean.")

    def _passes(self, name: str, command: list[str], env: dict[str, str]) -> bool:
        begin = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False)
        ok = done.returncode == 0
        self.stdout.write(f"{'✓' if ok else '✗'} {name} ({time.monotonic() - begin:.1f} s)")
        self.stdout.flush()
        if not ok:
            self.stdout.write(f"  {' '.join(command)}\n{done.stdout}{done.stderr}")
        return ok


def _checks() -> list[tuple[str, list[str], dict[str, str]]]:
    manage = [sys.executable, "manage.py"]
    templates = sorted(str(path) for path in (ROOT / "platform").rglob("templates/**/*.html"))
    return [
        ("format", [_tool("ruff"), "format", "--check", "."], {}),
        ("lint", [_tool("ruff"), "check", "."], {}),
        ("types", [_tool("mypy")], {}),
        ("imports between packages", [_tool("lint-imports")], {}),
        ("unused and missing dependencies", [_tool("deptry"), "."], {}),
        ("templates", [_tool("djade"), "--check", "--target-version", "5.2", *templates], {}),
        ("translations", [sys.executable, "-m", "tools.catalogues", "--check"], {}),
        ("documentation", [*manage, "docs", "--check"], {}),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], {}),
        ("production settings", [*manage, "check", "--deploy", "--fail-level", "WARNING"], _PRODUCTION),
    ]


def _tool(name: str) -> str:
    beside = Path(sys.executable).parent / name
    program = str(beside) if beside.exists() else shutil.which(name)
    if program is None:
        raise CommandError(f"{name} is missing. Install the extra 'dev': pip install -e '.[embedded,dev]'")
    return program
