"""The file of settings that a tournament is made from."""

import json
import sys
import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

from referee.cli.remote.errors import RemoteError
from referee.words import t


def read_settings(file: Path) -> dict[str, Any]:
    """TOML by its name, else JSON. Fields are checked by the arena, which knows them."""
    is_toml = file.suffix.lower() == ".toml"
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text()
        settings = tomllib.loads(text) if is_toml else json.loads(text)
    except (ValueError, UnicodeDecodeError) as error:
        kind = "TOML" if is_toml else "JSON"
        unread = t("{file} cannot be read as {kind}: {reason}", file=str(file), kind=kind, reason=str(error))
        raise RemoteError(unread) from None
    if not isinstance(settings, dict):
        raise RemoteError(t("{file} must hold names and values; see: arena tournament create --help", file=str(file)))
    return {name: _plain(value) for name, value in settings.items()}


def _plain(value: Any) -> Any:
    """TOML has moments, JSON has none. One without a zone is meant where the command runs."""
    if isinstance(value, datetime):
        return value.astimezone().isoformat()
    if isinstance(value, date):
        raise RemoteError(t("{day} needs a time of day, for example {day}T18:00:00Z", day=str(value)))
    return value
