"""The warm parent of Python games: runs inside a version's jail, imports what is trusted, and forks once per game.

It never runs a line of the bot: that happens only in the child, after the child has

- moved into process and mount namespaces of its own, so that it sees neither this process nor an earlier game (the
  filter knows no call of System V memory, semaphores or queues, which a namespace would keep apart),
- got a fresh `/tmp` with caps on bytes and files,
- given up all capabilities, and put the filter for bots over its own,
- closed every descriptor but its three pipes.

All but the last is done before the game is known: one child waits ready while another plays. The host sends one-letter
messages: `N` (make the next child ready; the answer brings a line to it) and `W` (say how the oldest child ended). Over
its own line a child says `R` when it is ready, to which the kernel adds the process id in the host's own counting, and
gets `F` with the three pipes.
A script of the standard library alone: nothing of the project can be seen from here.
"""

import atexit
import ctypes
import gc
import importlib
import importlib.machinery
import json
import os
import signal
import socket
import struct
import sys
import types
from typing import Any, NoReturn

CLONE_NEWNS, CLONE_NEWPID = 0x00020000, 0x20000000
MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
CAPABILITY_VERSION_3 = 0x20080522
MIB = 1024 * 1024
BOT = "/bot"

SYS_CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}[os.uname().machine]

libc = ctypes.CDLL(None, use_errno=True)
python = ctypes.PyDLL(None, use_errno=True)  # keeps the interpreter's lock, as a fork must


def check(result: int, what: str) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), what)


class Program(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def give_up_capabilities() -> None:
    header = struct.pack("Ii", CAPABILITY_VERSION_3, 0)
    check(libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient")
    check(libc.capset(header, bytes(24)), "capset")
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def narrow(settings: dict[str, Any], program: Program) -> None:
    """The last steps into the jail of one game; there is no way back from here."""
    if settings["tmp_mb"]:
        options = f"size={settings['tmp_mb'] * MIB},nr_inodes={settings['tmp_files']},mode=777".encode()
        check(libc.mount(b"tmp", b"/tmp", b"tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options), "mount")
    give_up_capabilities()
    check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0), "seccomp")


def narrow_or_say_why(settings: dict[str, Any], program: Program) -> None:
    """The host finds the reason in the parent's error pipe, which no bot ever holds."""
    try:
        narrow(settings, program)
    except OSError as error:
        os.write(2, f"{error}\n".encode())
        raise


def without_our_frames(error: BaseException) -> BaseException:
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename in (
        __file__,
        "<frozen importlib._bootstrap_external>",
    ):
        trace = trace.tb_next
    return error.with_traceback(trace)


def run(entry: str) -> int:
    """Execute the bot's file as `__main__`; its exit code."""
    path = f"{BOT}/{entry}"
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)  # noqa: PTH120  as the interpreter itself does
    module = types.ModuleType("__main__")
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    module.__dict__.update(__file__=path, __loader__=loader, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    try:
        code = compile(loader.get_data(path), path, "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102  this is what the jail is for
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        shown = without_our_frames(error)
        sys.excepthook(type(shown), shown, shown.__traceback__)
        return 1
    return 0


def wait_for_game(line: socket.socket) -> list[int]:
    """Until the host sends the pipes of a game this child holds nothing but its line."""
    os.dup2(line.fileno(), 0)  # over the parent's line to the host
    os.closerange(3, 256)
    alone = socket.socket(fileno=0)
    alone.send(b"R")
    message, pipes, _, _ = socket.recv_fds(alone, 16, 3)
    alone.detach()
    if message != b"F":
        os._exit(0)  # there are no more games
    return pipes


def play(settings: dict[str, Any], program: Program, line: socket.socket) -> NoReturn:
    """The child: gets ready, waits for its pipes, becomes the bot and never returns."""
    code = 120
    try:
        narrow_or_say_why(settings, program)
        for target, source in enumerate(wait_for_game(line)):
            os.dup2(source, target)
        os.closerange(3, 256)
        sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
        gc.enable()
        code = run(settings["entry"])
        leave()
    finally:
        os._exit(code & 0xFF)


def leave() -> None:
    """What the interpreter does at its end: wait for threads, call exit functions, flush."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()  # private, and the only way to wait for a bot's threads
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue


def fork_into_namespace() -> int:
    """os.fork() with process and mount namespaces for the child, in one step.

    unshare and fork would do it once only: the way back to our own namespace is closed, because the user namespace
    that owns it lies outside of ours. A raw clone leaves libc's idea of the thread's number as it was, which is right
    by construction: we are process 1 of our namespace, and so is the child of its own.
    """
    python.PyOS_BeforeFork()
    child = int(python.syscall(SYS_CLONE, CLONE_NEWPID | CLONE_NEWNS | signal.SIGCHLD, 0, 0, 0, 0))
    if child == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    check(child, "clone")
    return child


def make_ready(settings: dict[str, Any], program: Program, control: socket.socket) -> int:
    """A child that waits for its game; the host gets the other end of its line."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        child = fork_into_namespace()
        if child == 0:
            play(settings, program, ours)
        socket.send_fds(control, [b"N"], [theirs.fileno()])
    return child


def say_ending(control: socket.socket, child: int) -> None:
    _, status, usage = os.wait4(child, 0)
    control.send(struct.pack("=idq", status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))


def serve(control: socket.socket) -> None:
    settings = json.loads(control.recv(65536))
    code = control.recv(65536)
    program = Program(len(code) // 8, code)
    for name in settings["preload"]:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # a module that this interpreter lacks is simply not warm
    gc.collect()
    gc.freeze()  # keeps the collector from touching, and so copying, the shared pages in every child
    children: list[int] = []
    while True:
        message = control.recv(16)
        if message == b"N":
            try:
                children.append(make_ready(settings, program, control))
            except OSError as error:
                # A bot may have used up what its jail is allowed; after its game all is well.
                control.send(b"N" + str(error).encode()[:200])
        elif message == b"W":
            say_ending(control, children.pop(0))
        else:
            return  # the host is gone


if __name__ == "__main__":
    gc.disable()
    with socket.socket(fileno=0) as control_socket:
        serve(control_socket)
