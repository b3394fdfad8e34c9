"""Which arena, and the token for it: from the environment (for CI), else from a file that only its owner may read."""

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from referee.cli.remote.errors import RemoteError
from referee.words import t

URL_VARIABLE = "KARMA_ARENA_URL"
TOKEN_VARIABLE = "KARMA_ARENA_TOKEN"  # noqa: S105 - the name of a variable


@dataclass(frozen=True)
class Account:
    url: str
    token: str


def config_file() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "karma-arena" / "config.json"


def save(account: Account) -> Path:
    """Written beside and moved into place: never half a file, never readable by others, not even for a moment."""
    file = config_file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent)  # mkstemp makes it 0600
    with os.fdopen(handle, "w") as out:
        json.dump({"url": account.url, "token": account.token}, out)
    Path(draft).replace(file)
    return file


def load() -> Account:
    """Raises ``RemoteError`` if nobody is logged in."""
    stored = _stored()
    url = os.environ.get(URL_VARIABLE) or stored.get("url", "")
    token = os.environ.get(TOKEN_VARIABLE) or stored.get("token", "")
    if os.environ.get(URL_VARIABLE) and url != stored.get("url") and not os.environ.get(TOKEN_VARIABLE):
        token = ""  # the stored token belongs to another arena
    if not url or not token:
        raise RemoteError(
            t(
                "Nobody is logged in. Run: arena login URL, or set {url} and {token}.",
                url=URL_VARIABLE,
                token=TOKEN_VARIABLE,
            )
        )
    return Account(url, token)


def _stored() -> dict[str, str]:
    file = config_file()
    try:
        if file.stat().st_mode & 0o077:
            raise RemoteError(t("{file} holds a token and others may read it. Run: chmod 600 {file}", file=str(file)))
        stored = json.loads(file.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise RemoteError(t("{file} cannot be read. Remove it and run: arena login URL", file=str(file))) from None
    return {key: str(stored.get(key, "")) for key in ("url", "token")} if isinstance(stored, dict) else {}
