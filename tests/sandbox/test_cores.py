"""A game is played on one core, and nobody stays there longer than that."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sandbox
from sandbox import Jail, cores
from sandbox.clock import GRACE_S
from sandbox.reserve import reserve
from tests.sandbox.cast import ECHO, python_program

LONG = 120.0
SLOW_WHEN_TOLD = f"""
import sys, time
for line in sys.stdin:
    if line == "slow\\n":
        time.sleep({3 * GRACE_S})
    print(line, end="", flush=True)
"""

pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="There is only one core here.")


def ask(channel: sandbox.Channel, line: bytes = b"x") -> None:
    channel.send(line, LONG)
    assert channel.receive(LONG) == line


def cores_of(channel: sandbox.Channel) -> set[int]:
    return os.sched_getaffinity(channel._process.pid())


def in_another_thread(play: Callable[[], None]) -> None:
    thread = threading.Thread(target=play)
    with cores.everywhere():  # a thread begins where its maker is held
        thread.start()
    thread.join(LONG)


@pytest.fixture(autouse=True)
def cores_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of tests that run at the same time take no core away from ours."""
    monkeypatch.setattr(cores, "reserve", lambda name: reserve(f"{name}-of-{os.getpid()}"))


@pytest.fixture(params=["warm", "cold"])
def jails(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Jail]]:
    program = python_program(tmp_path / "slow", SLOW_WHEN_TOLD)
    warm = request.param == "warm"
    with sandbox.open_jail(program, warm=warm) as one, sandbox.open_jail(program, warm=warm) as two:
        yield [one, two]


def test_bots_come_to_the_core_of_the_thread_that_asks_them(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    with jails[0].start() as one, jails[1].start() as two:
        assert os.sched_getaffinity(0) == ours
        ask(one)
        ask(two)
        assert len(os.sched_getaffinity(0)) == 1
        assert cores_of(one) == cores_of(two) == os.sched_getaffinity(0)
    assert os.sched_getaffinity(0) == ours


IN_PIECES = """
import os, sys
for line in sys.stdin:
    os.write(2, b"thinking")
    for letter in line:
        os.write(1, letter.encode())
"""


@pytest.mark.parametrize("warm", [True, False])
def test_an_answer_in_pieces_and_a_word_to_the_log_are_not_slow(
    tmp_path: Path, warm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.channel.GRACE_S", LONG / 2)  # nothing but the pieces could make it slow
    monkeypatch.setattr("sandbox.channel._GRACE_MS", LONG / 2 * 1000)
    with sandbox.open_jail(python_program(tmp_path / "pieces", IN_PIECES), warm=warm) as jail, jail.start() as channel:
        for _ in range(20):
            ask(channel, b"piece by piece")
        assert len(cores_of(channel)) == 1
        assert channel.close().stderr_tail == "thinking" * 20


def test_a_slow_decision_sets_everybody_free_until_the_next_game(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    with jails[0].start() as one, jails[1].start() as two:
        ask(one)
        ask(two)
        ask(one, b"slow")
        assert cores_of(one) == cores_of(two) == os.sched_getaffinity(0) == ours
        ask(two)
        assert os.sched_getaffinity(0) == ours
    with jails[0].start() as one:
        ask(one)
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == ours


def test_a_bot_that_hangs_up_is_held_no_longer(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    with jails[0].start() as one, jails[1].start() as two:
        ask(one)
        ask(two)
        pid = two._process.pid()
        os.kill(pid, signal.SIGSTOP)  # so that it is there to be looked at
        two.hang_up()
        assert os.sched_getaffinity(pid) == ours
        assert len(cores_of(one)) == 1


def test_who_waits_for_several_sets_everybody_free_and_measures_their_stalls(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    with jails[0].start() as one, jails[1].start() as two:
        ask(one)
        ask(two)
        for channel in (one, two):
            channel.send(b"slow", LONG)
        one.watch()
        two.watch()
        assert cores_of(one) == cores_of(two) == os.sched_getaffinity(0) == ours
        assert [channel.receive(LONG) for channel in (one, two)] == [b"slow", b"slow"]
        assert one._decisions.watch is None, "the next decision is measured by itself"


THREADS_WHEN_TOLD = """
import sys, threading, time
for line in sys.stdin:
    if line == "threads\\n":
        for _ in range(3):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    if line == "slow\\n":
        time.sleep(0.1)
    print(line, end="", flush=True)
"""


def test_threads_that_a_bot_started_on_its_core_are_set_free_too(tmp_path: Path) -> None:
    ours = os.sched_getaffinity(0)
    with sandbox.open_jail(python_program(tmp_path / "threads", THREADS_WHEN_TOLD)) as jail, jail.start() as channel:
        ask(channel)
        ask(channel, b"threads")
        threads = [int(path.name) for path in Path(f"/proc/{channel._process.pid()}/task").iterdir()]
        assert len(threads) == 4
        assert all(len(os.sched_getaffinity(thread)) == 1 for thread in threads)
        ask(channel, b"slow")
        assert all(os.sched_getaffinity(thread) == ours for thread in threads)


def test_a_jail_that_is_built_in_a_game_is_not_held_to_its_core(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    with jails[0].start() as one:
        ask(one)
        with jails[1].start() as two:
            assert cores_of(two) == ours


def test_a_core_that_an_operator_chose_stays_chosen(tmp_path: Path) -> None:
    chosen = {max(os.sched_getaffinity(0))}
    found = []

    def play() -> None:
        os.sched_setaffinity(0, chosen)
        with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail, jail.start() as channel:
            ask(channel)
            found.append(cores_of(channel))
        found.append(os.sched_getaffinity(0))

    in_another_thread(play)
    assert found == [chosen, chosen]


def test_two_games_never_choose_the_same_core(jails: list[Jail]) -> None:
    found = []

    def play() -> None:
        with jails[1].start() as other:
            ask(other)
            found.append(cores_of(other))

    with jails[0].start() as one:
        ask(one)
        in_another_thread(play)
        assert found
        assert not found[0] & cores_of(one)


def test_where_every_core_is_taken_a_game_is_played_everywhere(jails: list[Jail]) -> None:
    ours = os.sched_getaffinity(0)
    locks = [reserve(f"core-{core}-of-{os.getpid()}") for core in ours]
    assert None not in locks
    with jails[0].start() as one:
        ask(one)
        assert cores_of(one) == os.sched_getaffinity(0) == ours
    for lock in locks:
        assert lock is not None
        lock.close()


def test_where_a_bot_may_not_be_moved_nobody_is(jails: list[Jail], monkeypatch: pytest.MonkeyPatch) -> None:
    ours = os.sched_getaffinity(0)
    real = os.sched_setaffinity

    def refuse_others(pid: int, cores: set[int]) -> None:
        if pid != 0:
            raise PermissionError(1, "not yours")
        real(pid, cores)

    with jails[0].start() as one:
        monkeypatch.setattr(os, "sched_setaffinity", refuse_others)
        ask(one)
        assert os.sched_getaffinity(0) == ours
        ask(one)
