"""What a jail sees lies in memory, is shared, found again after a loss, and cleared away."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandbox
from sandbox import elf, resident
from sandbox.resident import Copies
from tests.sandbox.cast import ECHO, python_program

LONG = 120.0
DEVICES = """
import json, os, sys
sys.stdin.readline()
paths = ["/bot/bot.py", "/usr/lib", os.__file__, "/karma/launch", "/lib-karma/0", "/lib64"]
paths = [path for path in paths if os.path.exists(path)]
print(json.dumps({path: os.stat(path).st_dev for path in paths}), flush=True)
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store of the test's own, on the same tmpfs as the real one."""
    real = resident.store()
    if real is None:
        pytest.skip("There is no tmpfs here from which programs can run.")
    folder = real.with_name(f"{real.name}-test-{os.getpid()}")
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(resident, "store", lambda: folder)
    yield folder
    shutil.rmtree(folder)


def say(jail: sandbox.Jail, word: str) -> bytes:
    with jail.start() as channel:
        channel.send(word.encode(), LONG)
        return channel.receive(LONG)


@pytest.mark.parametrize("warm", [True, False])
def test_all_that_a_bot_sees_lies_in_memory(tmp_path: Path, warm: bool) -> None:
    folder = resident.store()
    if folder is None:
        pytest.skip("There is no tmpfs here from which programs can run.")
    library = tmp_path / "library"
    library.mkdir()
    with sandbox.open_jail(python_program(tmp_path / "bot", DEVICES), libraries=[library], warm=warm) as jail:
        devices = json.loads(say(jail, "?"))
    assert len(devices) >= 5
    assert set(devices.values()) == {folder.stat().st_dev}
    assert "root-in-memory" in sandbox.detect().layers


@pytest.mark.parametrize("warm", [True, False])
def test_without_room_bots_run_on_the_files_themselves(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    monkeypatch.setattr(resident, "_ROOM", 1 << 60)
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO), warm=warm) as jail:
        assert say(jail, "x") == b"x"
    assert list(store.iterdir()) == []


def test_without_a_tmpfs_bots_run_and_the_operator_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "store", lambda: None)
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO)) as jail:
        assert say(jail, "x") == b"x"
    host = sandbox.host.examine()
    assert "root-in-memory" not in host.layers
    assert any(resident.FOLDER_VARIABLE in sentence for sentence in host.advice)


def test_a_folder_on_a_disk_is_not_taken_for_memory() -> None:
    assert not resident._is_memory(Path(sys.prefix))


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_store_that_others_could_write_to_or_read_is_refused(store: Path, mode: int) -> None:
    planted = store / f"karma-sandbox-{os.getuid()}"
    planted.mkdir()
    planted.chmod(mode)
    assert not resident._is_ours(planted)
    planted.chmod(0o700)
    assert resident._is_ours(planted)


def test_copies_that_were_cleared_away_are_made_again(tmp_path: Path, store: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO), warm=False) as jail:
        assert say(jail, "x") == b"x"
        for copy in store.iterdir():
            shutil.rmtree(copy)
        assert say(jail, "y") == b"y"


def test_a_copy_in_use_stays_and_an_unused_one_goes(tmp_path: Path, store: Path) -> None:
    used, unused = Copies(), Copies()
    for name, copies in (("used", used), ("unused", unused)):
        (tmp_path / name).write_text(name)
        assert copies.of(tmp_path / name).is_relative_to(store)
    unused.close()
    assert resident.sweep(store) == 0  # it may be wanted again soon
    assert resident.sweep(store, keep_s=-1) == 1
    assert used.are_there()
    used.close()
    assert resident.sweep(store, keep_s=-1) == 1


def test_a_changed_file_gets_a_new_copy(tmp_path: Path, store: Path) -> None:
    file = tmp_path / "file"
    copies = Copies()
    for text in ("one", "three"):
        file.write_text(text)
        assert copies.of(file).read_text() == text
    assert len(list(store.iterdir())) == 2
    copies.close()


def test_the_libraries_of_a_program_are_found_without_running_it() -> None:
    names = elf.needed(Path(shutil.which("cat") or "/bin/cat").resolve())
    assert "libc.so.6" in names
    assert {"libc.so.6", "libm.so.6"} <= {path.name for path in elf.closure([])}


@pytest.mark.parametrize("cut", [0, 5, 6, 40, 64, 100, 1000])
def test_a_program_that_only_pretends_to_be_one_names_nothing(tmp_path: Path, cut: int) -> None:
    whole = Path(shutil.which("cat") or "/bin/cat").resolve().read_bytes()
    broken = tmp_path / "broken"
    for content in (whole[:cut], whole[:cut] + b"\xff" * 4096):
        broken.write_bytes(content)
        assert "/" not in "".join(elf.needed(broken))
        assert elf.closure([broken]) == elf.closure([])
