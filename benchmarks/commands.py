"""How long the commands of the README take: ``python -m benchmarks.commands [--first] [--whole]``.

Seconds on the wall, for that is what somebody waits: run it on a machine that does nothing else. Everything happens in
a copy of the last commit, with data of its own, so neither a running arena nor a change at hand plays a part.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = ("DATABASE_URL", "REDIS_URL", "ARENA_ENV", "ARENA_DATA_DIR", "DJANGO_SETTINGS_MODULE")
IS_UP = "Karma Arena is at "
Environment = dict[str, str]


def copied(folder: Path) -> Path:
    """The last commit as somebody gets it, on a branch called main."""
    place = folder / "karma-arena"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)], check=True)
    subprocess.run(["git", "checkout", "--quiet", "-B", "main"], cwd=place, check=True)
    return place


def environment() -> Environment:
    return {name: value for name, value in os.environ.items() if name not in OUTSIDE} | {"PYTHONUNBUFFERED": "1"}


def until_up(place: Path) -> float:
    """From the command to the line with the address; then the demo is stopped as with Ctrl-C."""
    begun = time.monotonic()
    command = ["python3", "manage.py", "demo"]
    with subprocess.Popen(command, cwd=place, env=environment(), stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        said: list[str] = []
        for line in demo.stdout:
            said.append(line)
            if IS_UP in line:
                took = time.monotonic() - begun
                break
        else:
            sys.exit("The demo did not come up:\n" + "".join(said))
        demo.send_signal(signal.SIGINT)
        demo.stdout.read()
    return took


def until_done(*arguments: str) -> Callable[[Path], float]:
    def measure(place: Path) -> float:
        begun = time.monotonic()
        command = ["python3", "manage.py", *arguments]
        done = subprocess.run(command, cwd=place, env=environment(), capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return time.monotonic() - begun

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", action="store_true", help="also the very first start, which fetches all packages")
    parser.add_argument("--whole", action="store_true", help="also every test (minutes)")
    wanted = parser.parse_args()
    rows: list[tuple[str, Callable[[Path], float]]] = [
        ("manage.py demo, an arena that is new", until_up),
        ("manage.py demo, started again", until_up),
        ("manage.py checks", until_done("checks")),
        ("manage.py test --quick", until_done("test", "--quick")),
    ]
    rows += [("manage.py test", until_done("test"))] if wanted.whole else []
    print(f"{len(os.sched_getaffinity(0))} cores; seconds on the wall")
    with tempfile.TemporaryDirectory(prefix="karma-commands-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # the servers run as another user where we are root
        place = copied(Path(folder))
        first = until_up(place) if wanted.first else until_done("check")(place)
        if wanted.first:
            print(f"{'manage.py demo, the first time of all':<45}{first:7.1f}", flush=True)
            shutil.rmtree(place / "var", ignore_errors=True)
        for name, measure in rows:
            print(f"{name:<45}{measure(place):7.1f}", flush=True)


if __name__ == "__main__":
    main()
