"""How long the program ``arena`` takes to begin: ``python -m benchmarks.start [--runs 10]``.

Processor time of short commands beside that of an empty interpreter in the same run, with the bytecode of an earlier
run at hand, as an installed package has it; the smallest of all runs, for whatever else the machine does only adds.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile

COMMANDS = {
    "an empty interpreter": ["-c", "pass"],
    "arena variants": ["-c", "from referee.cli import main; main()", "variants"],
    "arena play --help": ["-c", "from referee.cli import main; main()", "play", "--help"],
    "arena --help": ["-c", "from referee.cli import main; main()", "--help"],
}


def processor_s(arguments: list[str], kept: str) -> float:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as kept:
        for name, arguments in COMMANDS.items():
            processor_s(arguments, kept)
            print(f"{name:22} {min(processor_s(arguments, kept) for _ in range(runs)):6.3f} s of processor time")


if __name__ == "__main__":
    main()
