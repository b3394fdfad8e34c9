"""What a machine lacks is told with the command that mends it; nothing untrusted runs before that."""

from dataclasses import replace
from pathlib import Path

import pytest

import sandbox
from sandbox import SandboxUnavailable, host, seccomp
from tests.sandbox.cast import ECHO, python_program


def test_this_machine_is_ready_or_says_why_not() -> None:
    found = sandbox.detect()
    assert found.ready == (not found.missing)


def test_a_machine_without_bubblewrap_is_told_to_install_it(tmp_path: Path) -> None:
    found = host.examine(search_path=str(tmp_path))
    assert not found.ready
    assert any("apt-get install bubblewrap" in sentence for sentence in found.missing)
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        found.require()


def test_a_machine_without_namespaces_is_told_about_them(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    found = host.examine(search_path=str(tmp_path))
    assert not found.ready
    assert "No permissions to create new namespace" in found.missing[0]
    assert "docs/operators/sandbox.md" in found.missing[0]


def test_a_machine_without_libseccomp_is_told_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_filter(kind: str) -> bytes:
        raise seccomp.FilterError("Unable to find libseccomp")

    monkeypatch.setattr(seccomp, "program", no_filter)
    found = host.examine()
    assert not found.ready
    assert "apt-get install libseccomp2" in found.missing[-1]


def test_nothing_runs_or_is_built_while_a_layer_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = replace(sandbox.detect(), missing=("Do this.",))
    monkeypatch.setattr("sandbox.jail.detect", lambda: lacking)
    monkeypatch.setattr("sandbox.building.detect", lambda: lacking)
    program = python_program(tmp_path / "echo", ECHO)
    with pytest.raises(SandboxUnavailable, match="Do this"):
        sandbox.open_jail(program)
    with pytest.raises(SandboxUnavailable, match="Do this"):
        sandbox.build(program.files, tmp_path / "out")


def test_the_override_is_off_unless_it_is_exactly_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, unsafe in (("", False), ("0", False), ("true", False), ("1", True)):
        monkeypatch.setenv(sandbox.UNSAFE_VARIABLE, value)
        assert host.examine().unsafe is unsafe


def test_with_the_override_a_program_runs_and_the_report_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsafe = replace(sandbox.detect(), unsafe=True, missing=("bubblewrap is not installed.",))
    monkeypatch.setattr("sandbox.jail.detect", lambda: unsafe)
    monkeypatch.setattr("sandbox.building.detect", lambda: unsafe)
    upload = tmp_path / "upload"
    upload.mkdir()
    (upload / "bot.py").write_text(ECHO)
    result = sandbox.build(upload, tmp_path / "out")
    assert result.program is not None
    with sandbox.open_jail(result.program) as jail, jail.start() as channel:
        channel.send(b"hello", 20)
        assert channel.receive(20) == b"hello"
        assert channel.close().layers == ("none: development override",)


def test_with_the_override_no_compiler_is_run_on_a_strangers_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.building.detect", lambda: replace(sandbox.detect(), unsafe=True))
    (tmp_path / "bot.c").write_text("int main(void) { return 0; }")
    result = sandbox.build(tmp_path, tmp_path / "out")
    assert not result.ok
    assert "development override" in result.log
