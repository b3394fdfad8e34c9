"""The packages that Python bots may import without shipping them; `python -m sandbox.runtimes.python` installs them.

They are pinned with hashes in `packages.lock` (numpy, onnxruntime), and an operator may name a file of further ones.
They are installed once into a folder of their own, which jails show read-only to the programs that import from it: a
bot without them pays nothing, and what a bot can import does not depend on what else the machine has.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.launcher import cache_folder

LOCK = Path(__file__).with_name("packages.lock")
FURTHER_VARIABLE = "KARMA_BOT_PACKAGES"
"""Names a requirements file of an operator's own, on top of the lock. All machines of an arena need the same."""
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
_UNUSED = ("tests", "include", "bin")
"""Folders of packages that no bot needs: a third of the files, which would all lie in memory."""


@dataclass(frozen=True, slots=True, order=True)
class Package:
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def pinned() -> tuple[Package, ...]:
    """What the lock promises, whether it is installed here or not."""
    return tuple(Package(name, version) for name, version in _PIN.findall(LOCK.read_text(encoding="utf-8")))


def folder() -> Path:
    """Where they are, or would be: another list or another Python means another folder."""
    whole = hashlib.sha256(f"{sys.implementation.cache_tag}|{sys.platform}|".encode() + LOCK.read_bytes())
    further = os.environ.get(FURTHER_VARIABLE)
    if further:
        whole.update(b"|" + _further(further).read_bytes())
    return cache_folder() / f"python-packages-{whole.hexdigest()[:16]}"


def _further(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise SandboxError(
            f"{FURTHER_VARIABLE} names {name}, and there is no such file. It lists packages, one a line."
        )
    return path


def is_installed() -> bool:
    return folder().is_dir()


def installed() -> tuple[Package, ...]:
    """What a bot finds on this machine, by name."""
    return _listed(folder())


@cache
def _listed(place: Path) -> tuple[Package, ...]:
    names = (path.name.removesuffix(".dist-info").rpartition("-") for path in place.glob("*.dist-info"))
    return tuple(sorted(Package(name.replace("_", "-").lower(), version) for name, _, version in names))


@cache
def modules(place: Path) -> frozenset[str]:
    """What can be imported from there."""
    if not place.is_dir():
        return frozenset()
    found = (path for path in place.iterdir() if not path.name.startswith((".", "_")))
    return frozenset(
        path.stem.partition(".")[0]
        for path in found
        if path.suffix in (".py", ".so") or (path.is_dir() and path.suffix not in (".dist-info", ".libs"))
    )


def used(words: Iterable[str]) -> tuple[str, ...]:
    """Those of the modules that a program names in its imports."""
    return tuple(sorted(modules(folder()) & set(words)))


def install() -> Path:
    """Install them all, unless they are there. Raises `SandboxError` with what the installer said."""
    place = folder()
    place.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    with place.with_suffix(".wait").open("w") as waiting:
        fcntl.flock(waiting, fcntl.LOCK_EX)  # two workers that start at once install once
        if not place.is_dir():
            _install(place)
    _listed.cache_clear()
    modules.cache_clear()
    return place


def _install(place: Path) -> None:
    with tempfile.TemporaryDirectory(dir=place.parent, prefix="packages-") as work:
        fresh = Path(work) / "fresh"
        _run([*_installer(), "--target", str(fresh), "--require-hashes", "-r", str(LOCK)])
        further = os.environ.get(FURTHER_VARIABLE)
        if further:
            pins = Path(work) / "pins.txt"
            pins.write_text("".join(f"{one.name}=={one.version}\n" for one in pinned()), encoding="utf-8")
            _run([*_installer(), "--target", str(fresh), "-c", str(pins), "-r", str(_further(further))])
        _prune(fresh)
        compiled = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(fresh)]
        subprocess.run(compiled, check=False, capture_output=True)
        fresh.chmod(0o755)
        fresh.rename(place)  # in one step: a folder that is there is whole


def _installer() -> list[str]:
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    if Path(uv).exists():
        return [uv, "pip", "install", "--quiet", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def _run(command: list[str]) -> None:
    # uv trusts certificates of its own unless told otherwise; pip trusts the machine's.
    environment = {**os.environ, "UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-1500:]
        raise SandboxError(f"The packages for bots could not be installed:\n{said}")


def _prune(place: Path) -> None:
    for path in sorted(place.rglob("*")):
        if path.is_dir() and path.name in _UNUSED:
            shutil.rmtree(path)
        elif path.suffix in (".pyi", ".a", ".h") or path.name == ".lock":
            path.unlink(missing_ok=True)


def main() -> int:
    try:
        install()
    except SandboxError as error:
        print(error, file=sys.stderr)
        return 1
    print("Python bots may import: " + ", ".join(str(package) for package in installed()) + ".")
    return 0
