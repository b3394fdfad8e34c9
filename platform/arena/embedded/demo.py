"""``python3 manage.py demo``: the whole arena on this machine, from nothing to an address in the browser."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from arena.docs import building
from arena.embedded import processes
from arena.embedded.progress import StepFailedError, run_step, say, timed
from arena.embedded.services import Services
from arena.embedded.supervisor import Supervisor
from arena.embedded.unprivileged import CannotStartError

_READY_LIMIT_S = 120.0
"""Many times what a start takes (README, "how long"), for a machine with other work. After it the reason is shown."""
_QUICK_STOP = {"REMAP_SIGTERM": "SIGQUIT"}
"""Celery: a stopped worker gives its tasks a few seconds and hands back the rest, instead of finishing them all."""

_AT_HOME = {"ARENA_LADDERS_REST": "true"}
"""A laptop is not heated for ladders that nobody looks at; whoever wants it otherwise says so."""


@dataclass(frozen=True)
class Options:
    port: int
    """0 takes the first free one from 8000 on."""
    workers: int
    """Processes that play games."""
    exit_when_ready: bool
    """For tests and measurements: stop as soon as the arena answers."""


class _StopRequested(Exception):  # noqa: N818 - not an error
    pass


def run(root: Path, data: Path, options: Options) -> None:
    """Bring everything up, keep it up, take it down on Ctrl-C or SIGTERM. Raises ``CannotStartError``."""
    begin = time.monotonic()
    with _stop_signals(), Services(data) as addresses:
        env = {**_AT_HOME, **os.environ, **addresses, "ARENA_DATA_DIR": str(data), **_QUICK_STOP}
        say("Starting Karma Arena:")
        with _engines_compiling(root, env) as compiling:
            _prepare(root, env)
            supervisor = Supervisor(env, root, lambda text: say(f"  ! {text}"))
            try:
                address = _bring_up(supervisor, data / "log", options)
                say(f"\nKarma Arena is at {address}  (after {time.monotonic() - begin:.0f} s; logs in {data / 'log'})")
                _print_logins(root, env)
                if not options.exit_when_ready:
                    say("Press Ctrl-C to stop. What happened here is kept and goes on next time.")
                    _watch(supervisor, compiling)
            except _StopRequested:
                say("\nStopping: running games get a moment to finish …")
            finally:
                supervisor.stop()
                say("Stopped.")


def _prepare(root: Path, env: dict[str, str]) -> None:
    manage = [sys.executable, str(root / "manage.py")]
    if building.can_build() and not building.is_current(root):
        _build_documentation(root)
    try:
        run_step("preparing the database", [*manage, "migrate", "--verbosity", "0"], cwd=root, env=env)
        run_step("creating demo data", [*manage, "demo_data", "--quiet"], cwd=root, env=env)
    except StepFailedError as failure:
        raise CannotStartError(str(failure)) from None


def _build_documentation(root: Path) -> None:
    """The arena plays without it: its page then says which command to run."""
    try:
        building.build(root)
    except StepFailedError as failure:
        say(f"  ! {failure}")


def _bring_up(supervisor: Supervisor, logs: Path, options: Options) -> str:
    port = _free_port(options.port)
    address = f"http://127.0.0.1:{port}/"
    _start_processes(supervisor, logs, port, options.workers)
    timed("waiting for web, workers and database", lambda: _wait_until_ready(supervisor, address))
    return address


def _watch(supervisor: Supervisor, compiling: "subprocess.Popen[bytes]") -> None:
    swap_engines = compiling.poll() is None
    while True:
        time.sleep(0.5)
        supervisor.watch()
        if swap_engines and compiling.poll() is not None:
            swap_engines = False
            if compiling.returncode == 0:
                # The workers began with the interpreted engines; both forms play identical games.
                supervisor.restart("worker-play")


@contextmanager
def _engines_compiling(root: Path, env: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """In the background and out of the way: the arena works without it, only slower."""
    command = ["nice", sys.executable, "-m", "engines.build"]
    if env.get("KARMA_ENGINES") == "pure":
        command = ["false"]  # somebody wants the sources: nothing is built, and no worker is restarted for it
    nothing = subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=root, env=env, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)  # the compiler that it called too


def _start_processes(supervisor: Supervisor, logs: Path, port: int, workers: int) -> None:
    supervisor.add("web", processes.web(port), logs / "web.log")
    supervisor.add("worker-control", processes.worker(["control", "news"], "control", 2), logs / "worker-control.log")
    supervisor.add("worker-play", processes.worker(["play"], "play", workers), logs / "worker-play.log")
    supervisor.add("beat", processes.beat(logs.parent / "beat-schedule"), logs / "beat.log")


def _wait_until_ready(supervisor: Supervisor, address: str) -> None:
    end = time.monotonic() + _READY_LIMIT_S
    reason = shown = "nothing answers yet"
    quiet_until = time.monotonic() + 3
    while time.monotonic() < end:
        supervisor.watch()
        ready, reason = _readiness(address)
        if ready:
            return
        if reason != shown and time.monotonic() > quiet_until:
            shown = reason
            say(f"  … {reason}")
        time.sleep(0.1)
    raise CannotStartError(f"The arena did not get ready in {_READY_LIMIT_S:.0f} s: {reason}")


def _readiness(address: str) -> tuple[bool, str]:
    try:
        with urllib.request.urlopen(f"{address}readyz", timeout=5) as answer:  # noqa: S310 - our own address
            return answer.status == 200, ""
    except urllib.error.HTTPError as error:
        return False, _reasons(error.read())
    except OSError:
        return False, "web does not answer yet"


def _reasons(body: bytes) -> str:
    try:
        checks = json.loads(body)["checks"]
        waiting = [name.replace("_", " ") for name, check in checks.items() if not check["ok"]]
        return f"waiting for: {', '.join(waiting)}"
    except (ValueError, KeyError, TypeError):
        return body[:200].decode(errors="replace")


def _print_logins(root: Path, env: dict[str, str]) -> None:
    command = [sys.executable, str(root / "manage.py"), "demo_data", "--logins"]
    say(subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False).stdout.rstrip())


def _free_port(wanted: int) -> int:
    for port in [wanted] if wanted else range(8000, 8100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            if not wanted and port != 8000:
                say(f"  port 8000 is taken: using {port}")
            return port
    raise CannotStartError(
        f"Port {wanted or '8000 to 8099'} is taken. Choose another: python3 manage.py demo --port 9000"
    )


@contextmanager
def _stop_signals() -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the stopping
        raise _StopRequested

    old = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except _StopRequested:
        say("\nStopped before everything was up. Nothing is lost; run the same command again.")
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
