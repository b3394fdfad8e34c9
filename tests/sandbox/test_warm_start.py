"""A warm start saves time and nothing else: every game is alone."""

import errno
import importlib.util
import marshal
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

import sandbox
from sandbox import Limits
from sandbox.runtimes.python import Python
from sandbox.spawn import wait_for
from sandbox.warm import WarmProcess
from tests.sandbox.cast import ECHO, python_program
from tests.sandbox.hostile.stage import HERE, KIT, family

pytestmark = pytest.mark.usefixtures("nursery")
LONG = 120.0
SURVEY = """
import ctypes, json, os, sys
def survey():
    header, data = b"\\x22\\x05\\x08\\x20\\0\\0\\0\\0", (ctypes.c_char * 24)()
    ctypes.CDLL(None).syscall(ctypes.c_long(125), header, data)
    open_fds = []
    for number in range(256):
        try:
            os.fstat(number)
            open_fds.append(number)
        except OSError:
            pass
    return {
        "capabilities": bytes(data).hex().strip("0"), "descriptors": open_fds, "pid": os.getpid(), "ppid": os.getppid(),
        "group": os.getpgrp(), "session": os.getsid(0),
        "main": sys.modules["__main__"].__file__, "argv": sys.argv, "path": sys.path[0], "tmp": os.listdir("/tmp"),
        "name": __name__, "flags": [sys.flags.utf8_mode, sys.flags.hash_randomization],
        "random": __import__("random").random(), "stdin": sys.stdin.encoding,
        "threads": __import__("threading").active_count(),
    }
for line in sys.stdin:
    print(json.dumps(survey()), flush=True)
"""


# Each call that the parent's filter allows beyond the bots' own, calls beside them, and flags of a new process.
REFUSALS = """
import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
def errno_of(*call):
    ctypes.set_errno(0)
    result = libc.syscall(*map(ctypes.c_long, call))
    return 0 if result >= 0 else ctypes.get_errno()
def survey():
    clones = [0x20020000 | 17, 0x20000000 | 17, 0x00020000 | 17, 0x10000000 | 17, 17, 0x20020000, 0x30010000, 0x4111]
    calls = {f"clone {flags:x}": errno_of(56, flags, 0, 0, 0, 0) for flags in clones}
    calls |= {f"prctl {option}": errno_of(157, option, -1, 0, 0, 0) for option in range(80)}
    calls |= {f"call {number}": errno_of(number, -1, 0, 0, 0, 0) for number in (126, 165, 272, 308, 317, 73, 101, 155)}
    return {**calls, "seekable": [stream.seekable() for stream in (sys.stdin, sys.stdout, sys.stderr)]}
for line in sys.stdin:
    print(json.dumps(survey()), flush=True)
"""


def survey(channel: sandbox.Channel) -> dict[str, object]:
    import json

    channel.send(b"look around", LONG)
    return dict(json.loads(channel.receive(LONG)))


def test_a_warm_game_sees_the_same_world_as_a_cold_one(tmp_path: Path) -> None:
    program = python_program(tmp_path / "survey", SURVEY)
    worlds = []
    for warm in (True, False):
        with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
            worlds.append(survey(channel))
    for world in worlds:
        world.pop("random")
        world["tmp"] = []
    assert worlds[0] == worlds[1]
    assert worlds[0]["capabilities"] == ""
    assert worlds[0]["descriptors"] == [0, 1, 2]
    assert (worlds[0]["pid"], worlds[0]["ppid"]) == (1, 0)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of calls are those of x86-64")
def test_a_warm_game_is_refused_what_a_cold_one_is_in_the_same_words(tmp_path: Path) -> None:
    program = python_program(tmp_path / "refusals", REFUSALS)
    worlds = []
    for warm in (True, False):
        with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
            worlds.append(survey(channel))
    assert worlds[0] == worlds[1]
    assert {worlds[0][f"call {number}"] for number in (126, 165, 317)} == {errno.ENOSYS}  # capset, mount, seccomp
    assert {worlds[0][f"prctl {option}"] for option in (22, 47)} == {errno.ENOSYS}  # a filter, a capability
    assert worlds[0]["clone 20020011"] == worlds[0]["clone 11"] == errno.EPERM


def test_the_bytecode_of_the_build_is_used_and_a_foreign_one_is_not(tmp_path: Path) -> None:
    source = "import sys\nfor line in sys.stdin: print('compiled here', __file__, flush=True)\n"
    program = python_program(tmp_path / "built", source)
    folder = program.files / "__pycache__"
    folder.mkdir(mode=0o755)
    built = compile(source.replace("compiled here", "built"), "/elsewhere/bot.py", "exec")
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # by hash, not compared
    bytecode = folder / f"{Path(program.entry).stem}.{sys.implementation.cache_tag}.pyc"
    for content, said in ((head + marshal.dumps(built), b"built"), (b"another Python" * 9, b"compiled here")):
        bytecode.write_bytes(content)
        bytecode.chmod(0o644)
        with sandbox.open_jail(program) as jail, jail.start() as channel:
            channel.send(b"x", LONG)
            assert channel.receive(LONG) == said + f" /bot/{program.entry}".encode()


def test_two_games_draw_different_random_numbers(tmp_path: Path) -> None:
    program = python_program(tmp_path / "survey", SURVEY)
    drawn = set()
    with sandbox.open_jail(program) as jail:
        for _ in range(3):
            with jail.start() as channel:
                drawn.add(survey(channel)["random"])
    assert len(drawn) == 3


@pytest.mark.parametrize("warm", [True, False])
def test_nothing_survives_from_one_game_to_the_next(tmp_path: Path, warm: bool) -> None:
    program = python_program(tmp_path / "notes", (HERE / "programs" / "leaves_state.py").read_text())
    with sandbox.open_jail(program, libraries=[KIT], warm=warm) as jail:
        for _ in range(3):
            with jail.start() as channel:
                channel.send(b"ready?", LONG)
                channel.receive(LONG)
                channel.send(b"remember the cards", LONG)
                assert b'"won": []' in channel.receive(LONG)


def test_the_parent_never_runs_the_bots_code(tmp_path: Path) -> None:
    # Code that runs once per game in the game's own process is seen by nobody else: each game finds count 1.
    source = "import sys, builtins\nbuiltins.count = getattr(builtins, 'count', 0) + 1\n"
    source += "for line in sys.stdin: print(builtins.count, flush=True)"
    program = python_program(tmp_path / "counter", source)
    with sandbox.open_jail(program) as jail:
        for _ in range(3):
            with jail.start() as channel:
                channel.send(b"x", LONG)
                assert channel.receive(LONG) == b"1"


def test_a_library_is_imported_once_and_unspoilt_in_every_game(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "sdk.py").write_text("state = []\n")
    source = "import sys, sdk\nsdk.state.append('spoilt')\nfor line in sys.stdin: print(len(sdk.state), flush=True)"
    program = python_program(tmp_path / "spoiler", source)
    with sandbox.open_jail(program, libraries=[library], preload=["sdk"]) as jail:
        for _ in range(2):
            with jail.start() as channel:
                channel.send(b"x", LONG)
                assert channel.receive(LONG) == b"1"


def test_one_game_at_a_time(tmp_path: Path) -> None:
    program = python_program(tmp_path / "echo", ECHO)
    with (
        sandbox.open_jail(program) as jail,
        jail.start(),
        pytest.raises(ValueError, match="one game at a time"),
    ):
        jail.start()


def test_a_new_parent_takes_the_place_of_a_dead_one(tmp_path: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        for _ in range(2):
            with jail.start() as channel:
                channel.send(b"x", LONG)
                assert channel.receive(LONG) == b"x"
            assert jail._parent is not None
            parent = jail._parent._process
            os.kill(parent.pid(), signal.SIGKILL)
            assert parent.has_ended(LONG)


def test_after_a_memory_bomb_the_next_game_is_played(tmp_path: Path) -> None:
    source = (
        "import sys\nif sys.stdin.readline() == 'bomb\\n':\n    x = []\n    while True: x.append(bytearray(1 << 20))\n"
    )
    program = python_program(tmp_path / "bomb", source + "print('fine', flush=True)\nsys.stdin.readline()\n")
    with sandbox.open_jail(program, Limits(memory_mb=48)) as jail:
        for line in (b"bomb", b"play"):
            with jail.start() as channel:
                channel.send(line, LONG)
                if line == b"play":
                    assert channel.receive(LONG) == b"fine"
                else:
                    with pytest.raises(sandbox.ChannelFault):
                        channel.receive(LONG)


def ask(channel: sandbox.Channel, line: bytes) -> None:
    channel.send(line, LONG)
    assert channel.receive(LONG) == line


def the_waiting(jail: sandbox.Jail) -> list[int]:
    """Processes below the parent that play no game."""
    assert jail._parent is not None
    parent = jail._parent._process.pid()
    return [pid for pid, above in family().items() if above == parent]


def test_the_process_of_the_next_game_waits_while_one_is_played(tmp_path: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        with jail.start() as channel:
            ask(channel, b"x")
            playing = channel._process.pid()
            assert jail._parent is not None
            jail._parent._receive_next()
            (waiting,) = set(the_waiting(jail)) - {playing}
        with jail.start() as channel:
            ask(channel, b"x")
            assert channel._process.pid() == waiting


def test_a_waiting_process_that_died_is_replaced(tmp_path: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        with jail.start() as channel:
            ask(channel, b"x")
        assert the_waiting(jail)
        for waiting in the_waiting(jail):
            descriptor = os.pidfd_open(waiting)
            os.kill(waiting, signal.SIGKILL)
            assert wait_for(descriptor, LONG)
            os.close(descriptor)
        with jail.start() as channel:
            ask(channel, b"x")


def test_where_a_game_never_came_to_life_the_next_one_gets_a_new_parent(tmp_path: Path) -> None:
    """Otherwise the next ending that it tells would be that of the lost game."""
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        with jail.start() as channel:
            ask(channel, b"x")
        first = jail._parent
        with jail.start() as channel:
            assert isinstance(channel._process, WarmProcess)
            channel._process._line, lost = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            lost.close()
            channel.send(b"x", LONG)
            with pytest.raises(sandbox.ChannelFault) as caught:
                channel.receive(LONG)
        assert caught.value.fault is sandbox.Fault.NOT_STARTED
        with jail.start() as channel:
            ask(channel, b"x")
            report = channel.close()
        assert report.fault is None
        assert jail._parent is not first


def test_nobody_else_inherits_the_line_to_the_next_game(tmp_path: Path) -> None:
    """A jail that is built meanwhile would otherwise hold it, and could play the next game in the bot's place."""
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail, jail.start() as channel:
        ask(channel, b"x")
        assert jail._parent is not None
        jail._parent._receive_next()
        line = jail._parent._next
        assert line is not None
        assert not os.get_inheritable(line.fileno())
        assert line.fileno() >= 10


CROWD = """
import sys, threading, time

def gather():
    gate, crowd = threading.Event(), []
    try:
        while True:
            crowd.append(threading.Thread(target=gate.wait, daemon=True))
            crowd[-1].start()
    except RuntimeError:
        crowd.pop()
    gate.set()
    for thread in crowd:
        thread.join()
    return len(crowd)

for line in sys.stdin:
    most = 0
    for _ in range(4):
        most = max(most, gather())
        time.sleep(0.05)  # a thread that was joined counts until the kernel is done with it
    print(most, flush=True)
"""


def test_the_parent_and_the_next_game_take_none_of_a_bots_threads(tmp_path: Path) -> None:
    program = python_program(tmp_path / "crowd", CROWD)
    found = []
    for warm in (True, False):
        with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
            for _ in range(3):
                channel.send(b"x", LONG)
                found.append(int(channel.receive(LONG)))
                if jail._parent is not None:
                    jail._parent._receive_next()
    first, *others = found
    assert first >= Limits().pids - 1  # nothing is prepared yet
    assert others == [Limits().pids - 1] * 5


def test_where_the_parent_is_lost_in_a_game_the_game_goes_on_and_the_next_gets_another(tmp_path: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        with jail.start() as channel:
            assert jail._parent is not None
            kept, jail._parent._control = jail._parent._control, socket.socket()
            jail._parent._control.close()  # as if it had died: nothing can be prepared any more
            with kept:
                channel.send(b"x", LONG)
                assert channel.receive(LONG) == b"x"
        with jail.start() as channel:
            ask(channel, b"x")


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def refuse(*_: object, **__: object) -> None:
    raise OSError(24, "too many files")


def test_a_game_that_cannot_be_opened_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        with jail.start() as channel:
            ask(channel, b"x")
        before = open_files()
        with monkeypatch.context() as broken:
            broken.setattr("sandbox.jail.Channel", refuse)
            with pytest.raises(OSError, match="too many files"):
                jail.start()
        assert open_files() <= before
        with jail.start() as channel:
            ask(channel, b"x")


def test_a_bot_that_leaves_no_room_for_the_next_does_not_stop_it(tmp_path: Path) -> None:
    source = """
import sys, threading, time
sys.stdin.readline()
try:
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError:
    print("full", flush=True)
sys.stdin.readline()
"""
    with sandbox.open_jail(python_program(tmp_path / "crowd", source)) as jail:
        for _ in range(3):
            with jail.start() as channel:
                channel.send(b"x", LONG)
                assert channel.receive(LONG) == b"full"


def test_a_parent_loads_what_its_program_names_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import json, random\n\ndef think():\n    from dataclasses import dataclass\n")
    (tmp_path / "data.txt").write_text("import heapq\n")
    assert Python().preload(tmp_path) == ("dataclasses", "json", "random")
