"""Rust: a single file by rustc, or a package by cargo without a network (dependencies must be vendored)."""

import functools
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from sandbox.bwrap import Bind
from sandbox.limits import Limits
from sandbox.runtimes.base import OUT
from sandbox.runtimes.native import EXECUTABLE, Native

_HOME = "/opt/rust"


def _door() -> str | None:
    return shutil.which("rustc") or shutil.which("rustc", path=str(Path("~/.cargo/bin").expanduser()))


@functools.cache
def _sysroot() -> Path | None:
    """Where the toolchain really is: rustup's `rustc` is only a door to it."""
    tool = _door()
    if tool is None:
        return None
    try:
        done = subprocess.run([tool, "--print", "sysroot"], capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    path = Path(done.stdout.strip()).resolve()
    return path if done.returncode == 0 and (path / "bin" / "rustc").exists() else None


class Rust(Native):
    name = "rust"
    title = "Rust"
    entries = ("Cargo.toml", "bot.rs", "main.rs", "src/main.rs")
    tool = "rustc"
    package = "rustc cargo gcc"

    def find_tool(self) -> str | None:
        root = _sysroot()
        return str(root / "bin" / "rustc") if root else None

    def missing(self) -> str:
        if not shutil.which("gcc"):
            return "Rust bots cannot run here: rustc links by gcc, which is not installed. Fix: apt-get install gcc"
        if _sysroot() is None and _door() is not None:
            return (
                "Rust bots cannot run here: rustc is there, but says nothing of a toolchain, as rustup does before it "
                "has one. Fix: rustup default stable"
            )
        return super().missing()

    def build_script(self, entry: str, limits: Limits) -> str:
        if PurePosixPath(entry).name != "Cargo.toml":
            return f"{_HOME}/bin/rustc --edition 2021 -C opt-level=3 -C linker=gcc -o {OUT}/{EXECUTABLE} {entry} >&2"
        target = "/tmp/target"  # noqa: S108  in the jail of the build
        cargo = f"{_HOME}/bin/cargo build --release --offline --manifest-path {entry} --target-dir {target} >&2"
        # Exactly one executable must come out; which name it has is the author's business.
        pick = f"find {target}/release -maxdepth 1 -type f -perm /100"
        count = (
            f'{{ [ "$({pick} | wc -l)" = 1 ] || {{ echo "The package must have exactly one binary." >&2; exit 1; }}; }}'
        )
        return f"{cargo} && {count} && cp $({pick}) {OUT}/{EXECUTABLE}"

    def build_binds(self) -> tuple[Bind, ...]:
        root = _sysroot()
        return (Bind(root, _HOME),) if root else ()

    def build_environment(self) -> Mapping[str, str]:
        # Without /proc the loader does not know where rustc lies, and so not where its libraries are.
        paths = {"PATH": f"{_HOME}/bin:/usr/bin:/bin", "LD_LIBRARY_PATH": f"{_HOME}/lib"}
        linker = {"RUSTFLAGS": "-C linker=gcc"}  # `cc` is a link into /etc, which no jail has
        return paths | linker | {"CARGO_HOME": "/tmp/cargo", "RUSTC": f"{_HOME}/bin/rustc"}  # noqa: S108  in the jail
