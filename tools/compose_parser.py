"""Docker's own reader of compose files, for the tests: ``python3 tools/compose_parser.py``.

Out of the package of Debian 13 (this machine's mirror has it too), known by its hash, put below var/tools: nothing is
installed, no engine is needed to read files. Standard library only, as it runs before set-up.
"""

import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent / "var" / "tools" / "docker-compose"
PACKAGE = "pool/main/d/docker-compose/docker-compose_2.26.1-4_amd64.deb"
SHA256 = "47681197cb2b1ab88206b42a1a92fc75f50d9530a6322d03494a473eed0408ea"


def command() -> list[str] | None:
    """Installed (version 2, of which the first words are ``docker compose``), or fetched for the tests."""
    for words in (["docker", "compose"], ["docker-compose"], [str(PLACE)]):
        if shutil.which(words[0]):
            done = subprocess.run([*words, "version", "--short"], capture_output=True, text=True, check=False)
            # Version 1 answers without --short as well; it reads another language.
            if done.returncode == 0 and not done.stdout.lstrip("v").startswith("1."):
                return words
    return None


def fetch() -> None:
    """Raises ``OSError`` where it cannot be had."""
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docker-compose-", dir=PLACE.parent) as name:
        folder = Path(name)
        (folder / "package.deb").write_bytes(_package())
        subprocess.run(["dpkg-deb", "-x", "package.deb", "."], cwd=folder, check=True)
        (folder / "usr/libexec/docker/cli-plugins/docker-compose").replace(PLACE)


def _package() -> bytes:
    for mirror in _mirrors():
        try:
            with urllib.request.urlopen(f"{mirror}/{PACKAGE}", timeout=10) as answer:  # noqa: S310 - apt's own mirror
                found: bytes = answer.read()
        except OSError:
            continue
        if hashlib.sha256(found).hexdigest() == SHA256:
            return found
    raise OSError("No mirror of this machine has it.")


def _mirrors() -> Iterator[str]:
    told = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True, check=True
    )
    yield from sorted(site.rstrip("/") for site in set(told.stdout.split()) if site.startswith("http"))


def main() -> int:
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("There is such a package for Linux on x86-64 only.", file=sys.stderr)
        return 1
    if command() is None:
        try:
            fetch()
        except (OSError, subprocess.SubprocessError) as error:
            print(f"docker-compose cannot be fetched: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
