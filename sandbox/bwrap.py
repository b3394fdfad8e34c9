"""The walls: bubblewrap's arguments for a jail, and which host paths it needs."""

import os
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandbox import seccomp
from sandbox.host import Host
from sandbox.limits import Limits

FILTER_FD, STATUS_FD, READY_FD = 3, 4, 5
STDIN_FD, STDOUT_FD = 6, 7
"""Where the step inside the jail finds the bot's pipes (see launch.c)."""
INSIDE_UID = 1000
"""Any but 0: some programs behave differently as root, though it would have no rights here either."""
_MIB = 1024 * 1024
_PENDING_SIGNALS = 64
"""POSIX timers count as signals too."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_INSIDE = "/karma/launch"


@dataclass(frozen=True, slots=True)
class Bind:
    """A host path that the jail sees read-only at `target`."""

    source: Path
    target: str
    without: tuple[str, ...] = ()
    """Patterns of names below it that a copy in memory may do without."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything about one jail but its pipes."""

    command: tuple[str, ...]
    binds: tuple[Bind, ...]
    limits: Limits
    filter: seccomp.Kind = "run"
    environment: Mapping[str, str] = field(default_factory=dict)
    as_limit: bool = False
    """The program can live with a cap on its address space, not only on its data."""
    full_usr: bool = False
    """Compilers and a shell too, for builds; a bot sees libraries only."""
    workdir: str = "/"
    capabilities: tuple[str, ...] = ()
    """For our own warm parent; a bot never has any."""
    writable_tmp: bool = True
    has_libraries: bool = False
    """The system's libraries are among the binds."""


def _system_paths(full: bool, has_libraries: bool) -> list[str]:
    """Libraries (or all of /usr), with /lib and the like as they are on the host: links to /usr or real folders."""
    arguments: list[str] = []
    for path in ("/usr",) if full else ("/usr/lib", "/usr/lib64", "/usr/lib32"):
        if Path(path).is_dir() and not has_libraries:
            arguments += ["--ro-bind", path, path]
    for path in ("/lib", "/lib64", *(("/bin",) if full else ())):
        if Path(path).is_symlink():
            arguments += ["--symlink", str(Path(path).readlink()), path]
        elif Path(path).is_dir():
            arguments += ["--ro-bind", path, path]
    return arguments


def _walls(plan: Plan, host: Host) -> list[str]:
    flags = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    flags += ["--unshare-cgroup-try", "--as-pid-1", "--die-with-parent", "--new-session", "--clearenv"]
    flags += ["--hostname", "bot", "--uid", str(INSIDE_UID), "--gid", str(INSIDE_UID)]
    if host.can_disable_userns:
        flags.append("--disable-userns")
    for capability in plan.capabilities:
        flags += ["--cap-add", capability]
    for name, value in plan.environment.items():
        flags += ["--setenv", name, value]
    return flags


def arguments(plan: Plan, host: Host, sources: Mapping[Path, str]) -> list[str]:
    """bubblewrap's command line. `sources` says under which path each bind's source can be reached."""
    line = [host.bwrap, *_walls(plan, host), *_system_paths(plan.full_usr, plan.has_libraries)]
    for device in _DEVICES:
        line += ["--dev-bind", device, device]
    for bind in plan.binds:
        line += ["--ro-bind", sources[bind.source], bind.target]
    inside = host.launcher.inside
    if inside is not None:
        line += ["--ro-bind", sources[inside], _INSIDE]
    if has_tmp(plan, host):
        line += ["--size", str(plan.limits.tmp_mb * _MIB), "--tmpfs", "/tmp"]  # noqa: S108  the jail's own
    else:
        line += ["--dir", "/tmp"]  # noqa: S108  an empty folder of the read-only root
    line += ["--remount-ro", "/", "--chdir", plan.workdir]
    line += ["--seccomp", str(FILTER_FD), "--json-status-fd", str(STATUS_FD)]
    if inside is None:
        return [*line, "--", *plan.command]
    limits = [word for name, value in inner_rlimits(plan).items() for word in ("-r", f"{name}:{value}")]
    return [*line, "--", _INSIDE, "inside", *limits, str(READY_FD), "--", *plan.command]


def has_tmp(plan: Plan, host: Host) -> bool:
    """bubblewrap caps the bytes of a tmpfs, not its inodes: an inode bomb is stopped by a memory group alone."""
    return plan.writable_tmp and plan.limits.tmp_mb > 0 and (host.has_memory_group or plan.filter == "build")


def inner_rlimits(plan: Plan) -> dict[int, int]:
    """The limits on what is counted per user, set inside the jail's user namespace: there a user is the jail's alone.

    Set before, they would hold for the sum over all jails of a user who is not root.
    """
    others = 2 if plan.filter == "zygote" else 0  # the parent and the process of the next game
    values = {resource.RLIMIT_NPROC: plan.limits.pids + others, resource.RLIMIT_SIGPENDING: _PENDING_SIGNALS}
    return {name: _at_most_hard(name, value) for name, value in values.items()}


def rlimits(plan: Plan, is_root: bool, is_native: bool = True) -> dict[int, int]:
    """The limits set before bubblewrap. What is counted per user comes later, but for a user of the seat's own."""
    limits = plan.limits
    values = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: limits.files,
        resource.RLIMIT_FSIZE: max(limits.tmp_mb, 1) * _MIB,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_RTPRIO: 0,
        resource.RLIMIT_NICE: 0,
        resource.RLIMIT_STACK: 8 * _MIB,
        resource.RLIMIT_CPU: limits.cpu_s,
        resource.RLIMIT_DATA: limits.memory_mb * _MIB,
    }
    if is_root:
        values[resource.RLIMIT_NPROC] = limits.pids + 4
    if is_root or not is_native:  # without the step inside, shared by all jails rather than none for each
        values[resource.RLIMIT_SIGPENDING] = _PENDING_SIGNALS
    if plan.as_limit:
        values[resource.RLIMIT_AS] = (limits.memory_mb + 64) * _MIB  # the program's own files are mapped too
    return {name: _at_most_hard(name, value) for name, value in values.items()}


def _at_most_hard(name: int, value: int) -> int:
    hard = resource.getrlimit(name)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def sources(plan: Plan, host: Host) -> list[Path]:
    """Host paths that bubblewrap must be able to reach."""
    inside = [host.launcher.inside] if host.launcher.inside is not None else []
    return list(dict.fromkeys([*(bind.source for bind in plan.binds), *inside]))


def command_line(plan: Plan, host: Host, entrances: Sequence[str], uid: int | None) -> list[str]:
    """The launcher's whole command line, bubblewrap's included."""
    paths = sources(plan, host)
    staged = uid is not None
    reach = {path: f"/tmp/b{number}" if staged else str(path) for number, path in enumerate(paths)}  # noqa: S108
    line = [*host.launcher.outside]
    for entrance in entrances:
        line += ["-c", entrance]
    for name, value in rlimits(plan, staged, host.launcher.is_native).items():
        line += ["-r", f"{name}:{value}"]
    if staged:
        for path in paths:
            line += ["-b", os.fspath(path)]
        line += ["-u", str(uid)]
    return [*line, "--", *arguments(plan, host, reach)]
