"""From a bare Python to the project's own virtual environment, once per change of the lock files.

Standard library only: nothing else is there yet.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from arena.embedded import bytecode, system_packages
from arena.embedded.progress import StepFailedError, run_step, say

_RUN = "requirements.lock"
_DEV = "requirements-dev.lock"


def ensure(root: Path, argv: list[str]) -> None:
    """Return when the packages this command needs are importable; may replace the process to get there."""
    command = argv[1] if len(argv) > 1 else ""
    own = root / ".venv"
    inside = Path(sys.prefix).resolve() == own.resolve()
    if not inside and importlib.util.find_spec("django") is not None:
        return  # an image, or an environment somebody made: theirs to keep complete
    bytecode.keep(root)
    lock = _DEV if command in {"test", "checks"} else _RUN
    try:
        if not _is_current(own, root, lock):
            say("Setting up Karma Arena (first time, or its packages changed):")
            _install(own, root, lock)
        system_packages.ensure(command, root)
    except StepFailedError as failure:
        sys.exit(f"\n{failure}\n\nNothing is lost: mend this and run the same command again.")
    except KeyboardInterrupt:
        sys.exit("\nStopped during set-up. Run the same command again to go on.")
    if not inside:
        python = own / "bin" / "python"
        os.execv(python, [str(python), *argv])  # noqa: S606 - the same command in our own environment


def _key(root: Path, lock: str) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for name in (lock, "pyproject.toml"):
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def _stamp(venv: Path, lock: str) -> Path:
    return venv / f".installed-{lock}"


def _is_current(venv: Path, root: Path, lock: str) -> bool:
    # The development set contains the run set, so either stamp will do for a run.
    locks = [lock] if lock == _DEV else [_RUN, _DEV]
    return any(_stamp(venv, lock).exists() and _stamp(venv, lock).read_text() == _key(root, lock) for lock in locks)


def _install(venv: Path, root: Path, lock: str) -> None:
    if not (venv / "bin" / "python").exists():
        _make_venv(venv, root)
    python = venv / "bin" / "python"
    pip: list[str | Path] = [python, "-m", "pip", "install", "-q"]
    uv = _uv(venv, root)
    quick: list[str | Path] = [uv, "pip", "install", "-q", "--python", python] if uv else pip
    try:
        _install_with(quick, root, lock)
    except StepFailedError:
        if uv is None:
            raise
        _install_with(pip, root, lock)  # e.g. an index that only pip is configured for
    _stamp(venv, lock).write_text(_key(root, lock))


def _install_with(installer: list[str | Path], root: Path, lock: str) -> None:
    # uv trusts certificates of its own unless told otherwise; pip trusts the machine's.
    env = {**os.environ, "UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}
    run_step("installing Python packages", [*installer, "--require-hashes", "-r", lock], cwd=root, env=env)
    run_step("installing the project", [*installer, "--no-deps", "-e", "."], cwd=root, env=env)


def _make_venv(venv: Path, root: Path) -> None:
    """Debian ships venv without pip as a package of its own; say so instead of a traceback."""
    package = f"python3.{sys.version_info.minor}-venv"
    make: list[str | Path] = [sys.executable, "-m", "venv", "--clear", venv]
    if importlib.util.find_spec("ensurepip") is None:
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            fix = system_packages.install_command([package])
            sys.exit(f"This Python cannot make virtual environments. Install what is missing and try again: {fix}")
        run_step(f"installing {package}", ["sh", "-c", f"apt-get update && apt-get install -y {package}"], cwd=root)
    run_step("making a virtual environment", make, cwd=root)


def _uv(venv: Path, root: Path) -> Path | None:
    """uv installs four times faster than pip; without it pip does the same."""
    if program := shutil.which("uv"):
        return Path(program)
    inside = venv / "bin" / "uv"
    if not inside.exists():
        try:
            run_step("fetching the installer", [venv / "bin" / "python", "-m", "pip", "install", "-q", "uv"], cwd=root)
        except StepFailedError:
            return None
    return inside
