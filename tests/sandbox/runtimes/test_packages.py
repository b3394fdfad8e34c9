"""Packages that Python bots share: seen by those who import them, read only, and by nobody else."""

from pathlib import Path

import pytest

import sandbox
from sandbox import RUNTIMES, SandboxError
from sandbox.runtimes.python import packages
from tests.sandbox.cast import python_program

INSTALL = "python -m sandbox.runtimes.python"
ASKS = """
import sys
try:
    import abacus
    said = abacus.__file__ + " " + str(abacus.BEADS)
    open(abacus.__file__, "a")
except Exception as error:
    said = said + " " + str(error) if "said" in dir() else str(error)
for line in sys.stdin:
    print(said, flush=True)
"""
HIDES_IT = ASKS.replace("import abacus\n", "abacus = __import__('aba' + 'cus')\n")
SUMS = """
import sys
import numpy as np
import onnxruntime
for line in sys.stdin:
    print(int(np.arange(5).sum()), np.__version__, onnxruntime.__version__, flush=True)
"""


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One small package instead of the real ones."""
    place = tmp_path / "shared"
    (place / "abacus").mkdir(parents=True)
    (place / "abacus" / "__init__.py").write_text("BEADS = 55\n")
    (place / "abacus-1.2.dist-info").mkdir()
    for path in (tmp_path, place, *place.iterdir()):
        path.chmod(0o755)
    monkeypatch.setattr(packages, "folder", lambda: place)
    return place


def answer(folder: Path, source: str, *, warm: bool) -> str:
    with sandbox.open_jail(python_program(folder, source), warm=warm) as jail, jail.start() as channel:
        channel.send(b"go", 30)
        return channel.receive(30).decode()


@pytest.mark.parametrize("warm", [True, False])
def test_a_bot_that_imports_one_finds_it_and_cannot_change_it(shared: Path, tmp_path: Path, *, warm: bool) -> None:
    said = answer(tmp_path / "bot", ASKS, warm=warm)
    assert said.startswith("/lib-karma/packages/abacus/__init__.py 55")
    assert "Permission denied" in said or "Read-only file system" in said


def test_a_bot_that_does_not_say_so_in_an_import_does_not_find_it(shared: Path, tmp_path: Path) -> None:
    assert "No module named" in answer(tmp_path / "bot", HIDES_IT, warm=True)


def test_a_bot_without_them_pays_nothing(shared: Path, tmp_path: Path) -> None:
    files = python_program(tmp_path / "bot", "import json\nimport sys\n").files
    assert RUNTIMES["python"].packages(files) == ()
    assert RUNTIMES["python"].preload(files) == ("json",)


def test_what_is_imported_is_loaded_before_the_game(shared: Path, tmp_path: Path) -> None:
    assert "abacus" in RUNTIMES["python"].preload(python_program(tmp_path / "bot", ASKS).files)


def test_the_list_tells_what_is_there(shared: Path) -> None:
    assert [str(package) for package in packages.installed()] == ["abacus 1.2"]


def test_the_lock_pins_what_is_promised() -> None:
    assert {"numpy", "onnxruntime"} <= {package.name for package in packages.pinned()}


def test_another_list_means_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = packages.folder()
    further = tmp_path / "further.txt"
    further.write_text("threadpoolctl==3.6.0\n")
    monkeypatch.setenv(packages.FURTHER_VARIABLE, str(further))
    assert packages.folder() != before
    further.unlink()
    with pytest.raises(SandboxError, match="no such file"):
        packages.folder()


def test_an_installer_that_fails_leaves_nothing_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARMA_SANDBOX_CACHE", str(tmp_path))
    monkeypatch.setattr(packages, "_installer", lambda: ["sh", "-c", "echo no such index >&2; exit 3"])
    with pytest.raises(SandboxError, match="no such index"):
        packages.install()
    assert not packages.is_installed()


def test_numpy_and_onnxruntime_work_in_a_jail(tmp_path: Path) -> None:
    try:
        packages.install()
    except SandboxError as error:
        pytest.skip(f"The packages cannot be installed here ({str(error)[-200:]}). Fix: {INSTALL}")
    versions = {package.name: package.version for package in packages.installed()}
    said = answer(tmp_path / "bot", SUMS, warm=True)
    assert said == f"10 {versions['numpy']} {versions['onnxruntime']}"
