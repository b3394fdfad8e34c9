"""`launch outside` of `launch.c`, for machines without a C compiler: the same options, some 15 ms slower.

Runs as a script under `python -I -S`, so it imports nothing of the package.
"""

import ctypes
import getopt
import os
import resource
import stat
import sys

CLONE_NEWNS = 0x00020000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
FIRST_FREE_FD = 5  # 0-2 stdio, 3 filter, 4 status; there is no step inside that would say it is ready on 5


def check(libc: ctypes.CDLL, result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def stage(paths: list[str]) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    check(libc, libc.unshare(CLONE_NEWNS), "unshare")
    check(libc, libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "make private")
    # In the new namespace (the kernel refuses binds across two) and before /tmp is covered.
    sources = [os.open(path, os.O_PATH) for path in paths]
    options = b"size=1m,mode=755"
    check(libc, libc.mount(b"karma", b"/tmp", b"tmpfs", MS_NOSUID | MS_NODEV, options), "mount /tmp")
    for number, source in enumerate(sources):
        target = f"/tmp/b{number}"  # noqa: S108  the tmpfs mounted above, seen by this process alone
        if stat.S_ISDIR(os.fstat(source).st_mode):
            os.mkdir(target, 0o755)  # noqa: PTH102  pathlib takes 10 ms to import, which every start would pay
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
        check(libc, libc.mount(f"/proc/self/fd/{source}".encode(), target.encode(), None, MS_BIND, None), target)


def set_limit(text: str) -> None:
    name, value = text.split(":")
    resource.setrlimit(int(name), (int(value), int(value)))


def join_group(path: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    os.write(descriptor, b"0")
    os.close(descriptor)


def outside(arguments: list[str]) -> None:
    options, command = getopt.getopt(arguments, "c:r:b:u:")
    sources: list[str] = []
    seat = 0
    for name, value in options:
        if name == "-c":
            join_group(value)
        elif name == "-r":
            set_limit(value)
        elif name == "-b":
            sources.append(value)
        else:
            seat = int(value)
    if seat:
        stage(sources)
        os.setgroups([])
        os.setresgid(seat, seat, seat)
        os.setresuid(seat, seat, seat)
    os.execv(command[0], command)  # noqa: S606  bubblewrap, by the path that detection found


if __name__ == "__main__":
    os.closerange(FIRST_FREE_FD, 4096)
    try:
        outside(sys.argv[2:])
    except OSError as error:
        print(f"launch: {error}", file=sys.stderr)
        sys.exit(120)
