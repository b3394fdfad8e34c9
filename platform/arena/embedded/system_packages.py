"""Programs that no Python package carries: found, installed by apt where we may, otherwise asked for.

Standard library only: it runs before the virtual environment exists.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.embedded.progress import StepFailedError, run_step, say


@dataclass(frozen=True)
class Tool:
    """A program and what is missing without it."""

    program: str
    package: str
    loss: str
    others: tuple[str, ...] = ()
    """Programs that will do as well, where distributions lack the first; packages are called like them."""
    library: str = ""
    """Instead of a program: where one of the package's files lies, with * for what differs from version to version."""

    def is_there(self) -> bool:
        if self.library:
            return any(Path("/").glob(self.library))
        return any(shutil.which(program) for program in (self.program, *self.others))


BUBBLEWRAP = Tool("bwrap", "bubblewrap", "uploaded bots cannot run; house bots still play")
CHROMIUM = Tool(
    "chromium-headless-shell",
    "chromium-headless-shell",
    "browser tests are skipped",
    ("chromium", "chromium-browser", "google-chrome"),
)
TOOLCHAINS = (
    Tool("gcc", "gcc", "the compiled engines and bots in C are switched off"),
    Tool("g++", "g++", "bots in C++ are switched off"),
    Tool("node", "nodejs", "bots in JavaScript are switched off"),
    Tool("go", "golang-go", "bots in Go are switched off"),
    Tool("ocamlopt", "ocaml-nox", "bots in OCaml are switched off"),
    Tool("javac", "default-jdk-headless", "bots in Java are switched off"),
)
_NOT_COMPILED = "the starter kit for WebAssembly is not tested"
WASM_TOOLS = (
    Tool("clang", "clang", _NOT_COMPILED),
    Tool("wasm-ld", "lld", _NOT_COMPILED),
    Tool("WASI's C library", "wasi-libc", _NOT_COMPILED, library="usr/lib/wasm32-wasi/libc.a"),
    Tool(
        "WASI's compiler library",
        "libclang-rt-dev-wasm32",
        _NOT_COMPILED,
        library="usr/lib/llvm-*/lib/clang/*/lib/wasi/*builtins*",
    ),
)
"""What authors compile modules with; a machine that plays needs none of it."""


def tools_for(command: str) -> tuple[Tool, ...]:
    if command == "test":
        return (BUBBLEWRAP, CHROMIUM, *TOOLCHAINS, *WASM_TOOLS)
    if command == "demo":
        return (BUBBLEWRAP,)
    return ()


def ensure(command: str, root: Path) -> None:
    """Install what the command needs, or say what is lost and the one command that mends it. Never fails."""
    _ensure_installed(command, root)
    if command == "test" and promtool(root) is None and shutil.which("apt-get"):
        _fetch_promtool(root)
    if command == "test":
        _fetch_for_tests(root)


def promtool(root: Path) -> Path | None:
    """The tool of Prometheus that looks at figures and alarms, installed or fetched for the tests."""
    fetched = root / "var" / "tools" / "promtool"
    found = shutil.which("promtool")
    return Path(found) if found else fetched if fetched.exists() else None


def _ensure_installed(command: str, root: Path) -> None:
    missing = [tool for tool in tools_for(command) if not tool.is_there()]
    if not missing:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        try:
            _apt(missing, root)
        except StepFailedError as failure:
            say(f"  ! {failure}")
        missing = [tool for tool in missing if not tool.is_there()]
    for tool in missing:
        say(f"  ! {tool.program} is not installed: {tool.loss}.")
    if missing:
        say(f"    To install: {install_command([tool.package for tool in missing])}")


def install_command(packages: list[str]) -> str:
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install -y --no-install-recommends {' '.join(packages)}"


def _apt(missing: list[Tool], root: Path) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_step("reading the list of Debian packages", ["apt-get", "update"], cwd=root, env=env)
    packages = [_offered(tool) for tool in missing]
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    run_step(f"installing {', '.join(packages)}", install, cwd=root, env=env)


def _offered(tool: Tool) -> str:
    """One name that the distribution does not know would keep all others from being installed."""
    for package in (tool.package, *tool.others):
        known = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
        if known.returncode == 0:
            return package
    return tool.package


def _fetch_promtool(root: Path) -> None:
    """Out of its package, without installing that: it would start a server. Who has no network goes without."""
    get = "apt-get -q -o Acquire::Retries=0 -o Acquire::http::Timeout=5 download prometheus"
    place = root / "var" / "tools" / "promtool"
    with tempfile.TemporaryDirectory(prefix="karma-arena-promtool-") as folder:
        try:
            run_step("fetching promtool", ["sh", "-c", f"{get} && dpkg-deb -x prometheus_*.deb ."], cwd=Path(folder))
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(folder) / "usr" / "bin" / "promtool", place.with_suffix(".new"))
            place.with_suffix(".new").replace(place)
        except (StepFailedError, OSError):
            say("  ! promtool cannot be fetched: figures and alarms are not checked by Prometheus' own tool.")


def _fetch_for_tests(root: Path) -> None:
    """Versions of PostgreSQL that neither Debian nor the wheel has, and Docker's reader of compose files. Who has no
    network goes without: the tests that want them are skipped and say so."""
    for what, script, places in (
        ("PostgreSQL 16 and 17", "postgres_servers.py", ("postgresql-16", "postgresql-17")),
        ("docker-compose", "compose_parser.py", ("docker-compose",)),
    ):
        if not all((root / "var" / "tools" / place).exists() for place in places):
            with suppress(StepFailedError):
                run_step(f"fetching {what}", [sys.executable, root / "tools" / script], cwd=root)
