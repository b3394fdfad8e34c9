"""The warm parent of Python games: runs inside a version's jail, imports what is trusted, and forks once per game.

It never runs a line of the bot: that happens only in the child, after the child has

- moved into process and mount namespaces of its own, so that it sees neither this process nor an earlier game (the
  filter knows no call of System V memory, semaphores or queues, which a namespace would keep apart),
- begun a session of its own, because a signal to one's process group passes the borders of namespaces,
- got a fresh `/tmp` with caps on bytes and files,
- given up all capabilities, and put a lid on its filter: together they are the filter for bots,
- closed every descriptor but its three pipes.

All but the last is done before the game is known: one child waits ready while another plays. The host sends one-letter
messages: `N` (make the next child ready; the answer brings a line to it) and `W` (say how the oldest child ended). Over
its own line a child says `R` when it is ready, to which the kernel adds the process id in the host's own counting, and
gets `F` with the three pipes.

Where the host has a compiler, all this is done by the library `nursery.c`, which says why; else by the functions here.
A script of the standard library alone: nothing of the project can be seen from here.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import importlib
import importlib.machinery
import json
import os
import struct
import sys
import types

TYPE_CHECKING = False  # as in typing, which alone would add 150 pages to copy in every game
if TYPE_CHECKING:
    import socket
    from typing import Any, NoReturn, TextIO

CLONE_NEWNS, CLONE_NEWPID = 0x00020000, 0x20000000
SIGCHLD = 17  # the module signal brings enum along
MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
CAPABILITY_VERSION_3 = 0x20080522
MIB = 1024 * 1024
BOT = "/bot"
NURSERY = "/karma/nursery.so"
GONE, PLAY = 0, 1  # what the library's `serve` says, besides that a child is not wanted any more

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


def tmp_options(settings: dict[str, Any]) -> bytes | None:
    """How to mount `/tmp`; None where a game has none."""
    if not settings["tmp_mb"]:
        return None
    return f"size={settings['tmp_mb'] * MIB},nr_inodes={settings['tmp_files']},mode=777".encode()


def narrow(settings: dict[str, Any], program: Program) -> None:
    """The last steps into the jail of one game; there is no way back from here."""
    os.setsid()  # a signal to one's own group must not reach the parent or the next game
    options = tmp_options(settings)
    if options is not None:
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


def set_stage(settings: dict[str, Any]) -> types.ModuleType:
    """What every game finds before its first line; the module that its bot's file will be."""
    path = f"{BOT}/{settings['entry']}"
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)  # noqa: PTH120  as the interpreter itself does
    module = types.ModuleType("__main__")
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    module.__dict__.update(__file__=path, __loader__=loader, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    sys.stdin, sys.stdout, sys.stderr = settings["streams"]
    return module


def run(module: types.ModuleType) -> int:
    """Execute the bot's file as `__main__`; its exit code."""
    try:
        loader: Any = module.__loader__
        code = loader.get_code("__main__")  # the bytecode that its build left, else its source is compiled here
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


def keep_only(line: socket.socket) -> None:
    """Until the host sends the pipes of a game a child holds nothing but its line, and the pipe for its complaints."""
    os.dup2(line.fileno(), 0)  # over the parent's line to the host
    os.dup2(line.fileno(), 1)
    os.closerange(3, 256)


def wait_for_game() -> bool:
    """Say that this child is ready, and put the pipes of its game in their places. False: there are no more games."""
    import socket  # noqa: PLC0415  not needed where the library is, and each page of a parent costs every game

    alone = socket.socket(fileno=0)
    alone.send(b"R")
    message, pipes, _, _ = socket.recv_fds(alone, 16, 3)
    alone.detach()
    if message != b"F":
        return False
    for target, source in enumerate(pipes):
        os.dup2(source, target)
    os.closerange(3, 256)
    return True


def enter_and_play(settings: dict[str, Any], program: Program, line: socket.socket) -> NoReturn:
    """The child without the library."""
    try:
        narrow_or_say_why(settings, program)
        keep_only(line)
        is_wanted = wait_for_game()
        gc.enable()
        play(set_stage(settings), is_wanted=is_wanted)
    finally:
        os._exit(120)


def play(module: types.ModuleType, *, is_wanted: bool) -> NoReturn:
    """The child, once it has the pipes of its game: becomes the bot and never returns."""
    code = 0
    try:
        if is_wanted:
            code = 120
            code = run(module)
            leave()
    finally:
        os._exit(code & 0xFF)


def streams() -> tuple[TextIO, TextIO, TextIO]:
    """A game's stdin, stdout and stderr, made once: what their descriptors lead to is exchanged under them."""
    return (
        open(0, encoding="utf-8", errors="surrogateescape", closefd=False),
        open(1, "w", encoding="utf-8", buffering=1, closefd=False),
        open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False),
    )


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
    child = int(python.syscall(SYS_CLONE, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0))
    if child == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    check(child, "clone")
    return child


def make_ready(settings: dict[str, Any], program: Program, control: socket.socket) -> int:
    """A child that waits for its game; the host gets the other end of its line."""
    import socket  # noqa: PLC0415  as above

    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        child = fork_into_namespace()
        if child == 0:
            enter_and_play(settings, program, ours)
        socket.send_fds(control, [b"N"], [theirs.fileno()])
    return child


def say_ending(control: socket.socket, child: int) -> None:
    _, status, usage = os.wait4(child, 0)
    control.send(struct.pack("=idq", status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))


def serve(control: int) -> None:
    settings = json.loads(os.read(control, 65536))
    code = os.read(control, 65536)
    program = Program(len(code) // 8, code)
    for name in settings["preload"]:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # a module that this interpreter lacks is simply not warm
    settings["streams"] = streams()
    rehearse()
    gc.collect()
    gc.freeze()  # keeps the collector from touching, and so copying, the shared pages in every child
    nursery = load_nursery()
    if nursery is None:
        serve_in_python(settings, program, control)
        return
    module = set_stage(settings)  # by the parent: what a child has no need to touch is not copied
    arguments = (control, tmp_options(settings), ctypes.byref(program))
    gc.enable()  # for the children; we ourselves make nothing any more
    told = nursery.serve(*arguments)
    if told != GONE:
        play(module, is_wanted=told == PLAY)


def rehearse() -> None:
    """The interpreter makes some of its own things at their first use only: its compiler, the layers of a stream."""
    null = os.open(os.devnull, os.O_RDWR)
    with open(null, encoding="utf-8") as stream:  # noqa: PTH123  a descriptor
        exec(compile("", "rehearsal", "exec", dont_inherit=True), {})  # noqa: S102  an empty program
        stream.readline()


def load_nursery() -> ctypes.PyDLL | None:
    try:
        return ctypes.PyDLL(NURSERY)  # keeps the interpreter's lock, as a fork must
    except OSError:
        return None


def serve_in_python(settings: dict[str, Any], program: Program, descriptor: int) -> None:
    import socket  # noqa: PLC0415  as above

    control = socket.socket(fileno=descriptor)
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
    os.environ.pop("LD_BIND_NOW", None)  # was for us alone
    os.dup2(0, 1)  # a stream remembers whether its end can seek: like a bot's, this one cannot
    sys.stdout = sys.stderr
    serve(0)
