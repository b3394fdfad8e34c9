"""Every language is recognised, built in a jail, run in a jail, and held to its limits."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from wasmtime import wat2wasm

import sandbox
from sandbox import RUNTIMES, BuiltProgram, ChannelFault, Fault, Limits
from tests.sandbox.runtimes.samples import BROKEN, CARGO, HUNGRY, SAMPLES


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def built(tmp_path: Path, files: Mapping[str, str | bytes]) -> BuiltProgram:
    result = sandbox.build(write(tmp_path / "upload", files), tmp_path / "built")
    assert result.program is not None, result.log
    return result.program


def need(name: str) -> None:
    if sentence := RUNTIMES[name].missing():
        pytest.skip(sentence)


@pytest.fixture(scope="module", params=list(SAMPLES))
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BuiltProgram:
    need(request.param)
    return built(tmp_path_factory.mktemp(request.param), SAMPLES[request.param])


def test_a_bot_plays(program: BuiltProgram) -> None:
    with sandbox.open_jail(program) as jail, jail.start() as channel:
        for line in (b"hello", b"x" * 5000, b"bye"):
            channel.send(line, 30)
            assert channel.receive(30) == line
        assert channel.close().fault is None


def test_a_second_game_starts_afresh(program: BuiltProgram) -> None:
    with sandbox.open_jail(program) as jail:
        for _ in range(2):
            with jail.start() as channel:
                channel.send(b"hello", 30)
                assert channel.receive(30) == b"hello"


def test_a_built_program_is_found_again(program: BuiltProgram) -> None:
    assert BuiltProgram.load(program.folder) == program


def test_its_files_can_be_read_by_everybody_and_written_by_nobody_else(program: BuiltProgram) -> None:
    for path in program.folder.rglob("*"):
        assert path.stat().st_mode & 0o022 == 0
        assert path.stat().st_mode & 0o004


def test_the_version_is_told_to_authors(program: BuiltProgram) -> None:
    assert any(char.isdigit() for char in program.runtime.version())


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_program_gets_a_readable_log(tmp_path: Path, name: str) -> None:
    need(name)
    file, source, complaint = BROKEN[name]
    result = sandbox.build(write(tmp_path / "upload", {file: source}), tmp_path / "built")
    assert not result.ok
    assert result.program is None
    assert complaint in result.log
    assert file in result.log
    assert not (tmp_path / "built").exists()


@pytest.mark.parametrize("name", HUNGRY)
def test_a_hungry_program_meets_its_memory_limit(tmp_path: Path, name: str) -> None:
    need(name)
    file, source = HUNGRY[name]
    program = built(tmp_path, {file: source})
    with sandbox.open_jail(program, Limits(memory_mb=64)) as jail, jail.start() as channel:
        channel.send(b"go", 60)
        with pytest.raises(ChannelFault) as caught:
            channel.receive(60)
    assert caught.value.fault is Fault.MEMORY_LIMIT


def test_a_cargo_package_is_built_without_a_network(tmp_path: Path) -> None:
    need("rust")
    program = built(tmp_path, CARGO)
    with sandbox.open_jail(program) as jail, jail.start() as channel:
        channel.send(b"hello", 30)
        assert channel.receive(30) == b"hello"


def test_what_is_no_program_of_wasi_is_refused_with_a_sentence(tmp_path: Path) -> None:
    need("wasm")
    for name, module, complaint in (
        ("library", bytes(wat2wasm("(module)")), "no _start. Compile a program with a main function"),
        ("component", b"\0asm\x0d\0\x01\0", "a component (WASI preview 2). Compile a plain module"),
        ("text", b"(module)", "magic header not detected"),
    ):
        result = sandbox.build(write(tmp_path / name, {"bot.wasm": module}), tmp_path / "built")
        assert not result.ok
        assert complaint in result.log


def test_a_module_compiled_for_another_wasmtime_is_compiled_anew(tmp_path: Path) -> None:
    need("wasm")
    program = built(tmp_path, SAMPLES["wasm"])
    (program.files / "bot.wasm.compiled").write_bytes(b"of another version")
    with sandbox.open_jail(program) as jail, jail.start() as channel:
        channel.send(b"hello", 60)
        assert channel.receive(60) == b"hello"


def test_a_missing_toolchain_disables_its_runtime_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RUNTIMES["javascript"]), "find_tool", lambda self: None)
    result = sandbox.build(write(tmp_path / "upload", SAMPLES["javascript"]), tmp_path / "built")
    assert not RUNTIMES["javascript"].available()
    assert RUNTIMES["javascript"].version() == ""
    assert result.log == "JavaScript bots cannot run here: node is not installed. Fix: apt-get install nodejs"


PACKAGES = """
import importlib.metadata, json, sys
for line in sys.stdin:
    found = sorted(each.name for each in importlib.metadata.distributions())
    print(json.dumps([found, [p for p in sys.path if p.endswith("-packages")]]), flush=True)
"""


@pytest.mark.parametrize("warm", [True, False])
def test_a_python_bot_finds_no_package_of_the_machine(tmp_path: Path, warm: bool) -> None:
    program = built(tmp_path, {"bot.py": PACKAGES})
    with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
        channel.send(b"which?", 30)
        found, folders = json.loads(channel.receive(30))
    assert found == []
    assert folders, "The folder is looked into, and is empty."
