"""The system call filter: an allow list; an unknown call gets ENOSYS, so that libc falls back to an older one.

Three filters share one list. `run` is for bots: threads but no processes, no sockets but pairs, no locks and no
time stamps on files (shared read-only files would otherwise be a notice board between the seats of a game), and nothing
that moves pages of files into or out of the kernel's cache or tells which are there (the same board, one level down).
`build` adds processes and file times for compilers. `zygote` is for our own warm parent: `run` and what it takes to
make a game's process. That process puts the `lid` on it, which takes just this away again, so that both together are
`run`: a filter is compiled anew by the kernel for each process that sets it, and the lid is a twentieth of `run`.
"""

import contextlib
import errno
import importlib
import mmap
import os
import tempfile
from functools import cache
from typing import Any, Literal

Kind = Literal["run", "build", "zygote", "lid"]

_FILES = """
access chdir close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fallocate fchdir
fchmod fchmodat fstat fstatfs ftruncate getcwd getdents getdents64 link linkat lseek lstat mkdir
mkdirat newfstatat open openat pipe pipe2 pread64 preadv pwrite64 pwritev read readlink
readlinkat readv rename renameat renameat2 rmdir sendfile stat statfs statx symlink symlinkat
truncate umask unlink unlinkat write writev chmod
"""
_MEMORY = "brk membarrier mprotect mremap munmap"
_PROCESS = """
arch_prctl capget execve exit exit_group get_robust_list getcpu getegid geteuid getgid getgroups getpgid
getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid kill
restart_syscall rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam
sched_getscheduler sched_yield set_robust_list set_tid_address setpgid setsid tgkill times tkill
uname wait4 waitid
"""
_SIGNALS = """
pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait
rt_tgsigqueueinfo sigaltstack signalfd signalfd4
"""
_TIME = """
alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create
timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime
"""
_WAITING = """
epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 getrandom
poll ppoll pselect6 select
"""
_PAIRS = "getpeername getsockname getsockopt recvfrom recvmsg sendto setsockopt shutdown"
_CACHE = """
fadvise64 fdatasync fsync futex madvise mincore msync preadv2 pwritev2 readahead sync_file_range
"""
"""Not for bots, or not as they are: what a page cache and a word of memory that two jails share can be used for."""
_BUILD = """
chown fchown fchownat fork futimesat getxattr lchown lgetxattr fgetxattr listxattr llistxattr flistxattr
utime utimensat utimes vfork flock mknodat
"""
_ZYGOTE = "capset mount sendmsg"
"""Descriptors in flight are counted per user, over all jails: only the parent sends some, and a bot may receive."""
_ZYGOTE_PRCTLS = (22, 47)  # PR_SET_SECCOMP, PR_CAP_AMBIENT
_ZYGOTE_CLONE = 0x20000000 | 0x00020000 | 17  # process and mount namespaces, SIGCHLD

# Refused with EPERM rather than ENOSYS: a program that asks for these gets an answer that it can show its author.
_REFUSED = "chown fchown fchownat lchown futimesat utime utimensat utimes fork vfork mknod mknodat"
_REFUSED_ALWAYS = "setpriority sched_setaffinity sched_setattr sched_setparam sched_setscheduler ioprio_set ptrace"

_CLONE_THREAD = 0x00010000
# CLONE_NEW: cgroup, uts, ipc, user, pid, net, ns, time
_CLONE_NEW = 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x00020000 | 0x00000080
_AF_UNIX = 1
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x5452)  # TCGETS TIOCGWINSZ FIONREAD FIONBIO FIO*CLEX ASYNC
_FCNTLS = (0, 1, 2, 3, 4, 1030, 1032, 1033, 1034)  # dup, flags, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, seals
_FCNTL_LOCKS = (5, 6, 7, 36, 37, 38)  # F_GETLK F_SETLK F_SETLKW, and the same for open file descriptions
_PRCTLS = (3, 15, 16, 21, 23, 30, 38, 39, 0x53564D41)  # dumpable?, names, seccomp?, bounds?, slack?, no-new-privs, VMA


# Advice about memory that is the bot's own. Left out is what reads files ahead, drops their pages or tells about them.
_ADVICE = (0, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)  # NORMAL DONTNEED FREE *FORK *HUGEPAGE *DUMP *ONFORK
_HINTS = (1, 2, 3)  # RANDOM SEQUENTIAL WILLNEED: taken, and forgotten
_MS_SYNC = 4
_FUTEX_PRIVATE = 128
_FUTEX_WAITS = (0, 9, 9 | 256)  # WAIT, WAIT_BITSET, by the clock on the wall: how glibc joins a thread

_NOT_CPU = (1, 2, 4, 8)
"""Limits that may be changed, by a bit that is set: all of the sixteen but the first, RLIMIT_CPU. It ends a process by
SIGKILL: a bot that could lower it could pass for one that was killed from outside."""

_SORTED_TREE = 2
"""libseccomp's word for a filter that is searched by halves instead of from its beginning."""


class FilterError(Exception):
    """libseccomp is missing or too old."""


def _library() -> Any:
    try:
        return importlib.import_module("pyseccomp")
    except (ImportError, OSError, RuntimeError) as error:
        raise FilterError(str(error)) from error


def _add(lib: Any, rules: Any, action: Any, names: str) -> None:
    for name in names.split():
        # A call that this architecture never had (open, fork, ... on arm64) needs no rule.
        number = lib.resolve_syscall(lib.system_arch(), name)
        if number >= 0:
            rules.add_rule(action, name)


def _add_arguments(lib: Any, rules: Any, kind: Kind) -> None:
    masked, equal = lib.MASKED_EQ, lib.EQ
    for request in _IOCTLS:
        rules.add_rule(lib.ALLOW, "ioctl", lib.Arg(1, masked, 0xFFFFFFFF, request))
    for command in _FCNTLS:
        rules.add_rule(lib.ALLOW, "fcntl", lib.Arg(1, equal, command))
    rules.add_rule(lib.ALLOW, "socketpair", lib.Arg(0, equal, _AF_UNIX))
    for bit in _NOT_CPU:
        rules.add_rule(lib.ALLOW, "setrlimit", lib.Arg(0, masked, 0xFFFFFFF0 | bit, bit))
        rules.add_rule(lib.ALLOW, "prlimit64", lib.Arg(1, masked, 0xFFFFFFF0 | bit, bit))
    rules.add_rule(lib.ALLOW, "prlimit64", lib.Arg(2, equal, 0))  # asks only
    rules.add_rule(lib.ALLOW, "personality", lib.Arg(0, equal, 0))
    rules.add_rule(lib.ALLOW, "personality", lib.Arg(0, masked, 0xFFFFFFFF, 0xFFFFFFFF))
    for option in _PRCTLS + (_ZYGOTE_PRCTLS if kind == "zygote" else ()):
        rules.add_rule(lib.ALLOW, "prctl", lib.Arg(0, equal, option))
    wanted = 0 if kind == "build" else _CLONE_THREAD
    rules.add_rule(lib.ALLOW, "clone", lib.Arg(0, masked, _CLONE_NEW | wanted, wanted))
    if kind == "build":
        rules.add_rule(lib.ALLOW, "mmap")
        for command in _FCNTL_LOCKS:
            rules.add_rule(lib.ALLOW, "fcntl", lib.Arg(1, equal, command))
        return
    if kind == "zygote":
        rules.add_rule(lib.ALLOW, "clone", lib.Arg(0, equal, _ZYGOTE_CLONE))
    else:
        _refuse_processes(lib, rules)
    _add_private_memory_only(lib, rules)
    _add_private_words_only(lib, rules)
    _add_own_pages_only(lib, rules)
    # A lock that always succeeds: alone in its jail nobody contends, and sqlite and the JVM insist on having one.
    rules.add_rule(lib.ERRNO(0), "flock")
    for command in _FCNTL_LOCKS:
        rules.add_rule(lib.ERRNO(0), "fcntl", lib.Arg(1, equal, command))


def _refuse_processes(lib: Any, rules: Any) -> None:
    rules.add_rule(lib.ERRNO(errno.EPERM), "clone", lib.Arg(0, lib.MASKED_EQ, _CLONE_THREAD, 0))


def _add_private_memory_only(lib: Any, rules: Any) -> None:
    """Shared anonymous memory escapes RLIMIT_DATA, the only memory rlimit that V8 and the JVM can live with."""
    shared, anonymous = mmap.MAP_SHARED, mmap.MAP_ANONYMOUS
    rules.add_rule(lib.ALLOW, "mmap", lib.Arg(3, lib.MASKED_EQ, shared, 0))
    rules.add_rule(lib.ALLOW, "mmap", lib.Arg(3, lib.MASKED_EQ, shared | anonymous, shared))
    rules.add_rule(lib.ERRNO(errno.EPERM), "mmap", lib.Arg(3, lib.MASKED_EQ, shared | anonymous, shared | anonymous))


def _add_private_words_only(lib: Any, rules: Any) -> None:
    """A word of a file that two jails have mapped is one futex for both: who wakes there is heard in the other jail.

    To wait is allowed, or no thread could be joined: the kernel itself wakes for a thread that ends.
    """
    rules.add_rule(lib.ALLOW, "futex", lib.Arg(1, lib.MASKED_EQ, _FUTEX_PRIVATE, _FUTEX_PRIVATE))
    for operation in _FUTEX_WAITS:
        rules.add_rule(lib.ALLOW, "futex", lib.Arg(1, lib.EQ, operation))


def _add_own_pages_only(lib: Any, rules: Any) -> None:
    """Hints about files are taken and forgotten, and what a bot may write to is memory: nothing has to be synced."""
    for advice in _ADVICE:
        rules.add_rule(lib.ALLOW, "madvise", lib.Arg(2, lib.EQ, advice))
    for advice in _HINTS:
        rules.add_rule(lib.ERRNO(0), "madvise", lib.Arg(2, lib.EQ, advice))
    _add(lib, rules, lib.ERRNO(0), "fadvise64 fsync fdatasync")
    rules.add_rule(lib.ALLOW, "msync", lib.Arg(2, lib.MASKED_EQ, _MS_SYNC, 0))
    rules.add_rule(lib.ERRNO(0), "msync", lib.Arg(2, lib.MASKED_EQ, _MS_SYNC, _MS_SYNC))


@cache
def program(kind: Kind) -> bytes:
    """The compiled filter, ready for bubblewrap's `--seccomp` or for the seccomp call itself."""
    lib = _library()
    rules = _lid(lib) if kind == "lid" else _allow_list(lib, kind)
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _lid(lib: Any) -> Any:
    rules = lib.SyscallFilter(lib.ALLOW)
    _add(lib, rules, lib.ERRNO(errno.ENOSYS), _ZYGOTE)
    for option in _ZYGOTE_PRCTLS:
        rules.add_rule(lib.ERRNO(errno.ENOSYS), "prctl", lib.Arg(0, lib.EQ, option))
    _refuse_processes(lib, rules)
    return rules


def _allow_list(lib: Any, kind: Kind) -> Any:
    rules = lib.SyscallFilter(lib.ERRNO(errno.ENOSYS))
    with contextlib.suppress(AttributeError, OSError):  # libseccomp before 2.5 has lists only
        rules.set_attr(lib.Attr.CTL_OPTIMIZE, _SORTED_TREE)  # the kernel takes it in half the time
    _add(lib, rules, lib.ALLOW, " ".join((_FILES, _MEMORY, _PROCESS, _SIGNALS, _TIME, _WAITING, _PAIRS)))
    _add(lib, rules, lib.ERRNO(errno.EPERM), _REFUSED_ALWAYS)
    if kind == "build":
        _add(lib, rules, lib.ALLOW, _BUILD + _CACHE)
    else:
        _add(lib, rules, lib.ERRNO(errno.EPERM), _REFUSED)
    if kind == "zygote":
        _add(lib, rules, lib.ALLOW, _ZYGOTE)
    _add_arguments(lib, rules, kind)
    return rules


def open_filter(kind: Kind) -> int:
    """A descriptor from which the filter can be read once."""
    readable, writable = os.pipe()
    try:
        os.write(writable, program(kind))  # a few KiB: always fits into an empty pipe
    finally:
        os.close(writable)
    return readable
