"""Builds are attacks too: what goes in, what a compiler is made to do, and what comes out."""

import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

import sandbox
from sandbox import BUILD, archive
from sandbox.runtimes.python import interpreter
from tests.sandbox.hostile.stage import children

QUICK = replace(BUILD, memory_mb=300, cpu_s=10, start_s=20, tmp_mb=64)


def build(tmp_path: Path, files: dict[str, str], limits: sandbox.Limits = QUICK) -> sandbox.BuildResult:
    upload = tmp_path / "upload"
    for name, text in files.items():
        path = upload / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    before = children()
    result = sandbox.build(upload, tmp_path / "out", limits)
    assert children() == before
    return result


needs_gcc = pytest.mark.skipif(not sandbox.RUNTIMES["c"].available(), reason=sandbox.RUNTIMES["c"].missing())
needs_rust = pytest.mark.skipif(not sandbox.RUNTIMES["rust"].available(), reason=sandbox.RUNTIMES["rust"].missing())


@needs_gcc
@pytest.mark.parametrize("path", ["/etc/passwd", "/etc/hostname", "/root/.profile", "/proc/self/environ"])
def test_a_compiler_cannot_be_made_to_include_files_of_the_host(tmp_path: Path, path: str) -> None:
    result = build(tmp_path, {"bot.c": f'#include "{path}"\nint main(void) {{}}\n'})
    assert not result.ok
    assert "No such file" in result.log


@needs_gcc
def test_a_binary_cannot_swallow_files_of_the_host(tmp_path: Path) -> None:
    result = build(tmp_path, {"bot.c": '__asm__(".incbin \\"/etc/passwd\\"");\nint main(void) {}\n'})
    assert not result.ok


@needs_gcc
def test_an_endless_include_meets_a_limit(tmp_path: Path) -> None:
    result = build(tmp_path, {"bot.c": '#include "/dev/zero"\nint main(void) {}\n'}, replace(QUICK, start_s=10))
    assert not result.ok


@needs_gcc
def test_a_result_that_is_too_large_meets_a_limit(tmp_path: Path) -> None:
    result = build(tmp_path, {"bot.c": "char x[1u << 30] = {1};\nint main(void) {}\n"})
    assert not result.ok
    assert not (tmp_path / "out").exists()


@needs_rust
def test_a_build_script_runs_in_the_jail_of_the_build(tmp_path: Path) -> None:
    script = """
use std::{fs, net, process};
fn main() {
    assert!(fs::read("/etc/passwd").is_err());
    assert!(net::TcpStream::connect("127.0.0.1:22").is_err());
    assert!(fs::write("/usr/lib/evil", "x").is_err());
    assert!(process::Command::new("/bin/sh").arg("-c").arg("sleep 3600 > /dev/null 2>&1 &").status().is_ok());
}
"""
    cargo = '[package]\nname = "x"\nversion = "1.0.0"\nedition = "2021"\nbuild = "build.rs"\n'
    result = build(
        tmp_path, {"Cargo.toml": cargo, "build.rs": script, "src/main.rs": "fn main() {}\n"}, replace(QUICK, start_s=60)
    )
    assert result.ok, result.log


def test_a_build_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = type(sandbox.RUNTIMES["python"])
    monkeypatch.setattr(python, "build_script", lambda *_: "while :; do :; done")
    result = build(tmp_path, {"bot.py": ""}, replace(QUICK, start_s=0.5))
    assert "did not end within" in result.log


def test_a_fork_bomb_in_a_build_is_contained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = type(sandbox.RUNTIMES["python"])
    monkeypatch.setattr(python, "build_script", lambda *_: "bomb() { bomb | bomb & }; bomb; sleep 3600")
    result = build(tmp_path, {"bot.py": ""}, replace(QUICK, start_s=1.0))
    assert not result.ok


@pytest.fixture
def no_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine, or a user, without control groups."""
    host = replace(sandbox.detect(), cgroups=None)
    monkeypatch.setattr("sandbox.building.detect", lambda: host)


HOARD = "hoard() { { head -c 90000000 /dev/zero; sleep 3600; } | tail; }; hoard & hoard & hoard & hoard & hoard"
"""Each process stays below the limit. `tail` keeps what may be the last line."""


@pytest.mark.usefixtures("no_groups")
def test_the_memory_of_all_processes_of_a_build_is_bounded_without_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = type(sandbox.RUNTIMES["python"])
    monkeypatch.setattr(python, "build_script", lambda *_: HOARD)
    result = build(tmp_path, {"bot.py": ""}, replace(QUICK, start_s=120))
    assert "more than its 300 MiB of memory" in result.log


@needs_gcc
@pytest.mark.usefixtures("no_groups")
def test_a_build_within_its_memory_works_without_groups(tmp_path: Path) -> None:
    result = build(tmp_path, {"bot.c": "int main(void) { return 0; }\n"})
    assert result.ok, result.log


def test_a_build_makes_no_files_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They belong to no process and to no file system whose size is capped."""
    python = type(sandbox.RUNTIMES["python"])
    call = f"{interpreter()} -I -S -c 'import os; os.memfd_create(\"x\")'"
    monkeypatch.setattr(python, "build_script", lambda *_: call)
    result = build(tmp_path, {"bot.py": ""})
    assert "Function not implemented" in result.log


SWAPS = {
    "a link": "ln -sfn /usr/lib/os-release $o",
    "a folder": "rm -f $o; mkdir $o; ln -s / $o/root; rm -r $o",
    "a pipe": "rm -f $o; mkfifo $o",
    "a file that grows": "cat /usr/bin/bash >> $o",
    "a device": "rm -f $o; mknod $o c 1 5",
    "other bytes": "echo evil > $o",
}


@needs_rust
@pytest.mark.parametrize("swap", SWAPS)
def test_a_build_that_works_cannot_swap_its_result_for_something_else(tmp_path: Path, swap: str) -> None:
    """A process that a build script left behind changes the result while it is being taken out."""
    loop = "o=/tmp/out/bot.bin; until [ -s $o ]; do :; done; cp $o /tmp/good; while :; do @; cp -f /tmp/good $o; done"
    shell = f"( {loop.replace('@', SWAPS[swap])} ) > /dev/null 2>&1 &"
    script = f'fn main() {{ std::process::Command::new("/bin/sh").args(["-c", r#"{shell}"#]).status().unwrap(); }}'
    cargo = '[package]\nname = "x"\nversion = "1.0.0"\nedition = "2021"\nbuild = "build.rs"\n'
    files = {"Cargo.toml": cargo, "build.rs": script, "src/main.rs": "fn main() {}\n"}
    result = build(tmp_path, files, replace(QUICK, start_s=120, cpu_s=60))
    if not result.ok:  # the log says what was wrong, and nothing is left
        assert result.log
        assert not (tmp_path / "out").exists()
        return
    names = {path.name for path in (tmp_path / "out" / "files").rglob("*")}
    assert names == {"bot.bin"}
    (made,) = (tmp_path / "out" / "files").iterdir()
    assert made.is_file()
    assert not made.is_symlink()
    assert b"PRETTY_NAME" not in made.read_bytes()


def test_a_flood_of_complaints_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = type(sandbox.RUNTIMES["python"])
    script = "echo first; i=0; while [ $i -lt 20000 ]; do echo complaint $i; i=$((i+1)); done; echo last; false"
    monkeypatch.setattr(python, "build_script", lambda *_: script)
    result = build(tmp_path, {"bot.py": ""})
    assert len(result.log) < 70_000
    assert result.log.startswith("first")
    assert "bytes left out" in result.log
    assert "last" in result.log


def test_a_link_in_an_upload_is_refused(tmp_path: Path) -> None:
    upload = tmp_path / "upload"
    upload.mkdir()
    (upload / "bot.py").touch()
    (upload / "notes.txt").symlink_to("/etc/passwd")
    result = sandbox.build(upload, tmp_path / "out")
    assert "notes.txt is neither a file nor a folder" in result.log


def test_a_link_made_by_a_build_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = type(sandbox.RUNTIMES["python"])
    monkeypatch.setattr(python, "build_script", lambda *_: "ln -s /etc/passwd /tmp/out/bot.py")
    result = build(tmp_path, {"bot.py": ""})
    assert "not a plain file" in result.log
    assert not (tmp_path / "out").exists()


def tar(*members: tuple[str, bytes, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as stream:
        for name, kind, target in members:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            stream.addfile(member)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "stream",
    [
        tar(("../evil", tarfile.REGTYPE, "")),
        tar(("/evil", tarfile.REGTYPE, "")),
        tar(("a/../../evil", tarfile.REGTYPE, "")),
        tar(("link", tarfile.SYMTYPE, "/etc")),
        tar(("hard", tarfile.LNKTYPE, "/etc/passwd")),
        tar(("disk", tarfile.BLKTYPE, "")),
        tar(("pipe", tarfile.FIFOTYPE, "")),
        tar(("-rf", tarfile.REGTYPE, "")),
        tar(("new\nline", tarfile.REGTYPE, "")),
        tar(*((f"f{number}", tarfile.REGTYPE, "") for number in range(11))),
        b"not an archive at all",
    ],
)
def test_only_plain_files_come_out_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: bytes) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 10)
    with pytest.raises(archive.ArchiveError):
        archive.unpack(stream, tmp_path / "deep" / "out")
    assert not (tmp_path / "evil").exists()
    assert not (tmp_path / "deep" / "evil").exists()


def test_nested_classes_of_java_go_in_and_out(tmp_path: Path) -> None:
    upload = tmp_path / "upload"
    (upload / "build").mkdir(parents=True)
    (upload / "build" / "Bot$Card.class").write_bytes(b"class")
    archive.unpack(archive.pack(upload), tmp_path / "out")
    assert (tmp_path / "out" / "build" / "Bot$Card.class").read_bytes() == b"class"


@pytest.mark.parametrize("name", ["$/../../evil", "../$", "a b$", "`$`"])
def test_a_dollar_sign_opens_no_other_door(tmp_path: Path, name: str) -> None:
    with pytest.raises(archive.ArchiveError):
        archive.unpack(tar((name, tarfile.REGTYPE, "")), tmp_path / "deep" / "out")
