"""The file of settings that a tournament is made from."""

import json
import sys
import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

from referee.cli.remote.errors import RemoteError


def read_settings(file: Path) -> dict[str, Any]:
    """TOML by its name, else JSON. Fields are checked by the arena, which knows them."""
    is_toml = file.suffix.lower() == ".toml"
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text()
        settings = tomllib.loads(text) if is_toml else json.loads(text)
    except (ValueError, UnicodeDecodeError) as error:
        raise RemoteError(f"{file} cannot be read as {'TOML' if is_toml else 'JSON'}: {error}") from None
    if not isinstance(settings, dict):
        raise RemoteError(f"{file} must hold names and values; see: arena tournament create --help")
    return {name: _plain(value) for name, value in settings.items()}


def _plain(value: Any) -> Any:
    """TOML has moments, JSON has none. One without a zone is meant where the command runs."""
    if isinstance(value, datetime):
        return value.astimezone().isoformat()
    if isinstance(value, date):
        raise RemoteError(f"{value} needs a time of day, for example {value}T18:00:00Z")
    return value
