"""The layers one by one: groups, users, the launcher, the filter, what is bound."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import sandbox
from sandbox import Limits, cgroups, launcher, uids
from sandbox.cgroups import Group, Hierarchy
from tests.sandbox.cast import ECHO, python_program

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="Only root can become somebody else. Fix: sudo -s")


def fake_v2(tmp_path: Path, controllers: str = "cpu memory pids") -> tuple[str, str]:
    group = tmp_path / "cgroup" / "worker.service"
    group.mkdir(parents=True)
    (group / "cgroup.controllers").write_text(controllers)
    return f"cgroup2 {tmp_path}/cgroup cgroup2 rw,nosuid 0 0\n", "0::/worker.service\n"


def test_version_two_is_used_where_it_is_delegated(tmp_path: Path) -> None:
    found = cgroups.find(*fake_v2(tmp_path))
    assert found is not None
    assert found.version == 2
    assert found.layer() == "cgroup-v2:memory,pids,cpu"
    handed_on = (tmp_path / "cgroup/worker.service/cgroup.subtree_control").read_text()
    assert handed_on == "+memory +pids +cpu"


def test_version_two_limits_are_written_in_its_own_words(tmp_path: Path) -> None:
    found = cgroups.find(*fake_v2(tmp_path))
    assert found is not None
    group = Group(found, Limits(memory_mb=100, pids=10, cpu_cores=0.5))
    folder = Path(group.entrances[0]).parent
    assert (folder / "memory.max").read_text() == str(100 * 1024 * 1024)
    assert (folder / "memory.swap.max").read_text() == "0"
    assert (folder / "pids.max").read_text() == "14"
    assert (folder / "cpu.max").read_text() == "50000 100000"


def test_version_two_without_a_memory_controller_is_no_better_than_nothing(tmp_path: Path) -> None:
    found = cgroups.find(*fake_v2(tmp_path, controllers="hugetlb"))
    assert found is None


def test_a_host_without_groups_has_none() -> None:
    assert cgroups.find("proc /proc proc rw 0 0\n", "") is None


def test_groups_of_dead_processes_are_swept(tmp_path: Path) -> None:
    (tmp_path / "4194999-0").mkdir()  # above the largest process number
    (tmp_path / f"{os.getpid()}-0").mkdir()
    assert cgroups.sweep(Hierarchy(2, {"memory": tmp_path})) == 1
    assert [path.name for path in tmp_path.iterdir()] == [f"{os.getpid()}-0"]


@needs_root
def test_every_seat_has_a_user_of_its_own() -> None:
    users = [uids.SeatUser() for _ in range(20)]
    numbers = {user.uid for user in users}
    for user in users:
        user.release()
    assert len(numbers) == 20


@needs_root
def test_two_jails_run_as_different_users_and_neither_is_root(tmp_path: Path) -> None:
    program = python_program(tmp_path / "echo", ECHO)
    owners = set()
    with sandbox.open_jail(program) as warm, sandbox.open_jail(program, warm=False) as cold:
        for jail in (warm, cold):
            channel = jail.start()
            channel.send(b"x", 20)
            channel.receive(20)
            owners.add(Path(f"/proc/{channel._process.pid()}").stat().st_uid)
            channel.close()
    assert len(owners) == 2
    assert min(owners) >= uids.FIRST


@pytest.mark.parametrize("warm", [True, False])
def test_programs_and_libraries_below_a_closed_home_can_be_bound(tmp_path: Path, warm: bool) -> None:
    home = tmp_path / "home"
    home.mkdir()
    library = home / "library"
    library.mkdir(mode=0o755)
    (library / "greeting.py").write_text("WORD = 'salut'\n")
    source = "import sys, greeting\nfor line in sys.stdin: print(greeting.WORD, flush=True)"
    program = python_program(home / "program", source)
    home.chmod(0o700)
    jail = sandbox.open_jail(program, libraries=[library], preload=["greeting"], warm=warm)
    with jail, jail.start() as channel:
        channel.send(b"x", 20)
        assert channel.receive(20) == b"salut"


@pytest.mark.parametrize("warm", [True, False])
def test_without_a_compiler_everything_still_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool) -> None:
    slow = replace(sandbox.detect(), launcher=launcher.fallback())
    monkeypatch.setattr("sandbox.jail.detect", lambda: slow)
    program = python_program(tmp_path / "echo", ECHO)
    with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
        channel.send(b"x", 20)
        assert channel.receive(20) == b"x"
        assert "python-launcher" in channel.close().layers


def test_a_launcher_that_somebody_else_could_change_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KARMA_SANDBOX_CACHE", str(tmp_path))
    launcher.find.cache_clear()
    native = launcher.find()
    if native.inside is None:
        pytest.skip("gcc is not installed. Fix: apt-get install gcc")
    native.inside.chmod(0o777)
    launcher.find.cache_clear()
    assert not launcher.find().is_native
    launcher.find.cache_clear()


def test_no_compiler_means_the_fallback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARMA_SANDBOX_CACHE", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    launcher.find.cache_clear()
    assert launcher.find() == launcher.fallback()
    launcher.find.cache_clear()


def ask(channel: sandbox.Channel) -> bytes:
    channel.send(b"x", 20)
    return channel.receive(20)


def first_fault(jail: sandbox.Jail) -> sandbox.ChannelFault:
    with jail.start() as channel, pytest.raises(sandbox.ChannelFault) as caught:
        ask(channel)
    return caught.value


def test_a_jail_that_cannot_be_built_is_the_machines_fault(tmp_path: Path) -> None:
    program = python_program(tmp_path / "echo", ECHO)
    missing = tmp_path / "no-such-library"
    with sandbox.open_jail(program, libraries=[missing], warm=False) as jail:
        caught = first_fault(jail)
    assert caught.fault is sandbox.Fault.NOT_STARTED
    assert caught.fault.ours
    assert "no-such-library" in caught.sentence


def test_a_bot_cannot_pretend_that_its_jail_was_not_built(tmp_path: Path) -> None:
    liar = "import os\nos.write(2, b'bwrap: Creating new namespace failed\\n')\nos._exit(1)"
    program = python_program(tmp_path / "liar", liar)
    for warm in (True, False):
        with sandbox.open_jail(program, warm=warm) as jail:
            caught = first_fault(jail)
        assert caught.fault is sandbox.Fault.CRASH
