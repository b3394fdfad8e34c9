"""What AppArmor forbids here: the mounts of a jail, or user namespaces. Both look alike to who builds a jail."""

from pathlib import Path

PROFILE = "karma-arena-worker"
LOAD = "sh docker/apparmor/load.sh"
_LABELS = ("/proc/self/attr/apparmor/current", "/proc/self/attr/current")
_RESTRICTED = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns"


def label() -> str:
    """The profile that holds this process, for example ``docker-default (enforce)``; empty without AppArmor."""
    for path in _LABELS:
        if text := _read(path):
            return text.rstrip("\0")
    return ""


def restricts_namespaces() -> bool:
    """Ubuntu from 23.10 on: programs that no profile allows it make no user namespaces."""
    return _read(_RESTRICTED) == "1"


def fix(current: str, *, is_restricted: bool) -> str:
    """What to do about it, in one sentence; empty if AppArmor is not to blame."""
    profile, _, mode = current.partition(" ")
    if mode == "(enforce)" and profile.split("//")[0] != PROFILE:
        return (
            f"AppArmor holds this process by the profile {profile}, which denies the mounts or user namespaces of a "
            f"jail. On the host, run as root: {LOAD} and start the container with --security-opt apparmor={PROFILE}"
        )
    if is_restricted and profile.split("//")[0] != PROFILE:
        return (
            "AppArmor denies user namespaces to programs without a profile of their own (and apparmor=unconfined does "
            f"not help). Run as root on the host: {LOAD} and start the workers under the profile: in a container with "
            f"--security-opt apparmor={PROFILE}, without one with aa-exec -p {PROFILE} -- celery …; or allow them to "
            "everybody: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
        )
    return ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
