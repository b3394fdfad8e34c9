"""PostgreSQL refuses to run as root: as root, the servers run as nobody with one capability.

That capability (DAC_OVERRIDE) lets them read a project below a folder that only root may enter, without opening
that folder to others.
"""

import os
import pwd
import shutil
from pathlib import Path

NOBODY = 65534
"""The user and group without rights on every Linux."""

_CAPABILITY = "-all,+dac_override"


class CannotStartError(Exception):
    """A server cannot be started here; the sentence says why and what to do instead."""


def is_root() -> bool:
    return os.geteuid() == 0


def prefix(*, pdeathsig: str = "TERM") -> list[str]:
    """What to put before a server's command line. The signal ends the server when its parent dies."""
    if shutil.which("setpriv") is None:
        if is_root():
            raise CannotStartError("Starting PostgreSQL as root needs setpriv: apt-get install -y util-linux")
        return []
    if not is_root():
        return ["setpriv", f"--pdeathsig={pdeathsig}"]
    drop = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", f"--inh-caps={_CAPABILITY}"]
    return [
        "setpriv",
        *drop,
        "--ambient-caps=+dac_override",
        f"--bounding-set={_CAPABILITY}",
        f"--pdeathsig={pdeathsig}",
    ]


def make_folder(folder: Path) -> Path:
    """A folder that the servers, and nobody else but root, may use."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    if is_root():
        os.chown(folder, NOBODY, NOBODY)
    return folder


def require_passwd_entry() -> None:
    """initdb asks for the user's name; some containers run with a number that has none."""
    uid = NOBODY if is_root() else os.geteuid()
    try:
        pwd.getpwuid(uid)
    except KeyError:
        raise CannotStartError(
            f"User id {uid} has no entry in /etc/passwd, and PostgreSQL's initdb needs one. Add one, or set "
            "DATABASE_URL and REDIS_URL to servers of your own."
        ) from None
