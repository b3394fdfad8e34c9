"""``python -m arena.health.probe web|worker|beat``: a container's health check. Exit status 0: it is well.

Only the process beside it is asked about: a container must not be taken for broken because another one is.
"""

from __future__ import annotations

import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable

from redis.exceptions import RedisError

from arena.celery import QUEUES
from arena.health import signs

WEB_ADDRESS = "http://127.0.0.1:8000/healthz"


def web(address: str = WEB_ADDRESS) -> str:
    """Empty if all is well, else what is wrong; the same of the others."""
    try:
        with urllib.request.urlopen(address, timeout=4) as answer:  # noqa: S310 - our own address
            return "" if answer.status == 200 else f"{address} answers with {answer.status}."
    except OSError as error:
        return f"{address} does not answer: {error}"


def worker() -> str:
    """A worker of this host gave a sign of life in the last half minute."""
    host = socket.gethostname()
    live = {name for queue in QUEUES for name in signs.live_workers(queue)}
    if any(name.partition("@")[2] == host for name in live):
        return ""
    return f"No worker of host {host} gave a sign of life for {signs.STALE_AFTER_S} s. Look into its log."


def beat() -> str:
    """A periodic task went through lately. It needs a control worker too: nothing closer to beat can be asked."""
    age_s = signs.seconds_since_pulse()
    if age_s is not None and age_s <= signs.STALE_AFTER_S:
        return ""
    return "No periodic task went through lately: either this beat or every control worker stands still."


PROBES: dict[str, Callable[[], str]] = {"web": web, "worker": worker, "beat": beat}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in PROBES:
        print(f"Say which process to probe: one of {', '.join(PROBES)}.", file=sys.stderr)
        return 2
    try:
        wrong = PROBES[arguments[0]]()
    except RedisError as error:
        wrong = f"Redis does not answer: {error}. Check REDIS_URL."
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
