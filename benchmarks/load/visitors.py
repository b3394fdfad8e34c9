"""Visitors by the dozen: wrk with 64 connections, as fast as they are answered or at a rate that is offered."""

import json
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

CONNECTIONS = 64
SCRIPT = Path(__file__).with_name("addresses.lua")


@dataclass(frozen=True)
class Visit:
    requests: int
    rate: float
    p50_ms: float
    p99_ms: float
    failed: int
    """Answers that are no answer (4xx, 5xx), and connections that broke or waited for two seconds."""
    own_ms: float
    """Processor time of the visitors themselves: it is taken from the same cores."""


def need_wrk() -> None:
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is missing. Debian and Ubuntu have it: sudo apt-get install --yes wrk")


def visit(port: int, paths: list[str], seconds: int, rate: int = 0) -> Visit:
    """``rate`` 0: as fast as they are answered."""
    before = _visitors_ms()
    options = ["-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(SCRIPT), f"http://127.0.0.1:{port}"]
    ended = subprocess.run(["wrk", *options, "--", str(rate), *paths], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(f"wrk failed:\n{ended.stdout}{ended.stderr}")
    told = json.loads(ended.stdout.splitlines()[-1])
    return Visit(
        requests=told["requests"],
        rate=told["requests"] / told["seconds"],
        p50_ms=told["p50_ms"],
        p99_ms=told["p99_ms"],
        failed=told["refused"] + told["broken"],
        own_ms=_visitors_ms() - before,
    )


def _visitors_ms() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # children that have ended: the servers still run
    return 1000 * (used.ru_utime + used.ru_stime)
