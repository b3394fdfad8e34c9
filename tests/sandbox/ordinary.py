"""Running a command as an ordinary user, from tests that run as root.

The interpreter and the toolchains may lie below a home that only root may enter. A private mount namespace then shows
them at the same paths under folders that everybody may enter; nothing of the machine itself changes.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

UID = 64001
ROOT = Path(__file__).resolve().parents[2]


def why_not() -> str:
    """Empty if this process can become an ordinary user, else the exact reason."""
    if os.geteuid() != 0:
        return ""  # it is one already
    for tool in ("unshare", "setpriv", "mount"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed. Fix: apt-get install util-linux mount"
    probe = subprocess.run(["unshare", "--mount", "true"], capture_output=True, text=True, check=False)
    return "" if probe.returncode == 0 else f"no private mount namespace here: {probe.stderr.strip()}"


def _closed_ancestor(path: Path) -> Path | None:
    """The topmost folder above `path` that others may not enter."""
    for folder in reversed(path.parents):
        if not folder.stat().st_mode & 0o001:
            return folder
    return None


def _reveal(paths: list[Path], stage: Path) -> str:
    """Shell commands that make these paths reachable."""
    hidden: dict[Path, list[Path]] = {}
    for path in paths:
        closed = _closed_ancestor(path)
        if closed is not None and path.exists():
            hidden.setdefault(closed, []).append(path)
    lines = []
    for number, (closed, inner) in enumerate(hidden.items()):
        for index, path in enumerate(inner):
            keep = stage / f"{number}-{index}"
            keep.mkdir()
            lines.append(f"mount --rbind {shlex.quote(str(path))} {keep}")
        lines.append(f"mount -t tmpfs -o mode=755 none {shlex.quote(str(closed))}")
        for index, path in enumerate(inner):
            target = shlex.quote(str(path))
            lines.append(f"mkdir -p {target} && mount --move {stage / f'{number}-{index}'} {target}")
    return "\n".join(lines)


def command(arguments: list[str], scratch: Path) -> list[str]:
    """How to run these arguments as an ordinary user; `scratch` becomes that user's own folder."""
    if os.geteuid() != 0:
        return arguments
    stage = scratch / "stage"
    home = scratch / "home"
    stage.mkdir(parents=True)
    home.mkdir(mode=0o755)
    os.chown(home, UID, UID)
    scratch.chmod(0o755)
    site = Path(sysconfig.get_paths()["purelib"])
    reveal = _reveal([Path(sys.base_prefix), site.parents[2], ROOT, home], stage)
    drop = f"exec setpriv --reuid {UID} --regid {UID} --clear-groups --inh-caps=-all"
    environment = f"env -i HOME={home} PATH=/usr/bin:/bin KARMA_SANDBOX_CACHE={home}/cache TMPDIR={home}"
    script = f"set -e\n{reveal}\ncd {shlex.quote(str(ROOT))}\n{drop} {environment} {shlex.join(arguments)}"
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script]
