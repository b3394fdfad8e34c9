"""What this machine offers for holding a program, and what to do about what it lacks."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandbox import apparmor, cgroups, launcher, resident, seccomp
from sandbox.cgroups import Hierarchy
from sandbox.errors import SandboxUnavailable
from sandbox.launcher import Launcher

UNSAFE_VARIABLE = "KARMA_UNSAFE_NO_SANDBOX"
_NEEDED_CAPABILITIES = (6, 7, 21)  # CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN
_PROBE = ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--as-pid-1")
_PROBE_ROOT = ("--ro-bind", "/", "/", "--uid", "1000", "--gid", "1000")


@dataclass(frozen=True, slots=True)
class Host:
    """The layers of this machine. `ready` says that untrusted programs may run."""

    bwrap: str
    """Path of bubblewrap; empty if it is not installed."""
    can_disable_userns: bool
    """Nested user namespaces can be switched off in the jail; otherwise the system call filter alone stops them."""
    cgroups: Hierarchy | None
    launcher: Launcher
    can_become: bool
    """We may take on other users and make mounts, as root may: each seat then gets a user of its own."""
    missing: tuple[str, ...]
    """One sentence for each required layer that is not there, with the command that mends it."""
    advice: tuple[str, ...]
    """One sentence for each optional layer that is not there."""
    unsafe: bool
    """The development override is on: programs run without any jail. Show it on every page."""

    @property
    def ready(self) -> bool:
        return not self.missing or self.unsafe

    @property
    def has_memory_group(self) -> bool:
        return self.cgroups is not None and "memory" in self.cgroups.roots

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the active layers, for reports."""
        if self.unsafe:
            return ("none: development override",)
        names = ["bubblewrap", "user-namespaces", "seccomp", "rlimits"]
        names += ["userns-disabled"] if self.can_disable_userns else []
        names += [self.cgroups.layer()] if self.cgroups else []
        names += ["uid-per-seat"] if self.can_become else []
        names += ["root-in-memory"] if resident.store() is not None else []
        return (*names, "native-launcher" if self.launcher.is_native else "python-launcher")

    def require(self) -> None:
        """Raise unless untrusted programs may run here."""
        if not self.ready:
            raise SandboxUnavailable(" ".join(self.missing))


def _probe(bwrap: str, *extra: str) -> str:
    """Empty if bubblewrap can build a jail with these flags, else its complaint."""
    command = [bwrap, *_PROBE, *extra, *_PROBE_ROOT, "--", "/bin/true"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"exit code {done.returncode}"


def _namespace_fix(complaint: str) -> str:
    switches = {
        "/proc/sys/kernel/unprivileged_userns_clone": ("0", "sysctl -w kernel.unprivileged_userns_clone=1"),
        "/proc/sys/user/max_user_namespaces": ("0", "sysctl -w user.max_user_namespaces=15000"),
    }
    for path, (bad, fix) in switches.items():
        try:
            if Path(path).read_text().strip() == bad:
                return f"User namespaces are switched off on this machine. Run as root: {fix}"
        except OSError:
            continue
    if blocked := apparmor.fix(apparmor.label(), is_restricted=apparmor.restricts_namespaces()):
        return f"bubblewrap cannot build a jail here ({complaint}). {blocked}"
    return (
        f"bubblewrap cannot build a jail here ({complaint}). In a container, start it with the flags of "
        "docs/operators/sandbox.md: --security-opt seccomp=docker/seccomp-worker.json "
        "--security-opt systempaths=unconfined --security-opt apparmor=karma-arena-worker"
    )


def _missing(bwrap: str, complaint: str, has_seccomp: str) -> tuple[str, ...]:
    sentences = []
    if not bwrap:
        sentences.append("bubblewrap is not installed. Run as root: apt-get install bubblewrap")
    elif complaint:
        sentences.append(_namespace_fix(complaint))
    if has_seccomp:
        sentences.append(
            f"The system call filter cannot be built ({has_seccomp}). Run as root: apt-get install libseccomp2, "
            "and: pip install pyseccomp"
        )
    return tuple(sentences)


def _advice(groups: Hierarchy | None, native: Launcher, disable: bool) -> tuple[str, ...]:
    sentences = []
    if groups is None or "memory" not in groups.roots:
        sentences.append(
            "No memory control group can be used: rlimits bound each bot instead, and only warm jails get a writable "
            "/tmp. With systemd, delegate a group: systemd-run --user --scope -p Delegate=yes <command>"
        )
    if resident.store() is None:
        sentences.append(
            "No tmpfs from which programs can run: bots see files of the disk, and two of them can tell each other "
            f"something by how long a read takes. Mount one, and name its folder in {resident.FOLDER_VARIABLE}."
        )
    if not native.is_native:
        sentences.append("No C compiler: jails start some 15 ms slower. Run as root: apt-get install gcc libc6-dev")
    if not disable:
        sentences.append("Nested user namespaces are stopped by the system call filter alone (read-only /proc/sys).")
    return tuple(sentences)


def _can_become() -> bool:
    """Root with the capabilities of root. Root of a plain container lacks some, and is treated as an ordinary user."""
    if os.geteuid() != 0:
        return False
    text = Path("/proc/self/status").read_text()
    effective = int(next(line for line in text.splitlines() if line.startswith("CapEff:")).split()[1], 16)
    return all(effective & (1 << number) for number in _NEEDED_CAPABILITIES)


def _filter_complaint() -> str:
    try:
        for kind in ("run", "build", "zygote", "lid"):
            seccomp.program(kind)
    except (seccomp.FilterError, OSError) as error:
        return str(error) or type(error).__name__
    return ""


def examine(search_path: str | None = None) -> Host:
    """Look at the machine now. `detect` remembers the answer; tests ask anew."""
    bwrap = shutil.which("bwrap", path=search_path) or ""
    complaint = _probe(bwrap) if bwrap else "not installed"
    filter_complaint = _filter_complaint()
    disable = not complaint and not _probe(bwrap, "--disable-userns")
    groups = cgroups.find()
    if groups is not None:
        cgroups.sweep(groups)
    native = launcher.find()
    return Host(
        bwrap=bwrap,
        can_disable_userns=disable,
        cgroups=groups,
        launcher=native,
        can_become=_can_become(),
        missing=_missing(bwrap, complaint, filter_complaint),
        advice=_advice(groups, native, disable),
        unsafe=os.environ.get(UNSAFE_VARIABLE) == "1",
    )


@cache
def detect() -> Host:
    """The layers of this machine, examined once per process (some 50 ms)."""
    return examine()
