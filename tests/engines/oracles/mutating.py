"""Shows that the comparison bites: plays against engines with a deliberate fault until the fault is seen.

The faults are data: ``MUTATIONS`` in ``tests/engines/oracles/<game>/mutations.py``. All, or those of some games::

    python -m tests.engines.oracles.mutating --games 200 karma diamoniak

prints the table for the documentation. A fault whose text is not in the source exactly once is an error: whoever
changes that line makes the fault in the new one.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.engines.oracles.catalogue import GAMES

ROOT = Path(__file__).resolve().parents[3]
LONGEST_S = 900
"""A fault can make an engine hang; this only ends such a run."""


@dataclass(frozen=True)
class Mutation:
    """One deliberate fault of an engine."""

    fault: str
    """What the engine does wrong now, in words."""
    file: str
    """Below ``engines/``, e.g. ``karma/turn.py``."""
    text: str
    """Part of the source, exactly once in that file."""
    instead: str
    variants: tuple[str, ...]
    """Where to look for it, in turns."""
    shows_in: int = 0
    """Number of a game in which it shows, so that a test run need not play all games before it."""


@dataclass(frozen=True)
class Finding:
    games: int
    """How many games it took."""
    where: str
    """The first difference."""


class MutationError(Exception):
    """A fault cannot be put in, or cannot be looked for."""


def mutations_of(game: str) -> tuple[Mutation, ...]:
    mutations = import_module(f"tests.engines.oracles.{game}.mutations").MUTATIONS
    assert isinstance(mutations, tuple)
    return mutations


def mutated(source: str, mutation: Mutation) -> str:
    """The source with the fault."""
    times = source.count(mutation.text)
    if times != 1:
        raise MutationError(
            f"The fault {mutation.fault!r} changes a text that is {times} times in engines/{mutation.file}, not once:\n"
            f"{mutation.text}\nMake the same fault in the present source."
        )
    return source.replace(mutation.text, mutation.instead)


@contextmanager
def faulty_copy(mutation: Mutation) -> Iterator[Path]:
    """A folder in which ``engines`` has the fault and ``tests`` are those of the project."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder).resolve()
        shutil.copytree(ROOT / "engines", copy / "engines", ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
        (copy / "tests").symlink_to(ROOT / "tests")
        file = copy / "engines" / mutation.file
        file.write_text(mutated(file.read_text(), mutation))
        yield copy


def find(mutation: Mutation, games: int, first: int = 0) -> Finding | None:
    """Plays up to so many games with the fault, from number ``first`` on, until it shows."""
    with faulty_copy(mutation) as folder:
        search = subprocess.run(
            [sys.executable, "-m", "tests.engines.oracles.searching", str(first), str(games), *mutation.variants],
            cwd=folder,
            env={**os.environ, "KARMA_ENGINES": "pure", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
    if search.returncode != 0:
        raise MutationError(f"The search for the fault {mutation.fault!r} failed:\n{search.stderr}")
    answer = json.loads(search.stdout)
    if not Path(answer["engines"]).is_relative_to(folder):
        raise MutationError(f"The search played with {answer['engines']} and not with the faulty copy.")
    return Finding(answer["games"], answer["difference"]) if answer["difference"] else None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.oracles.mutating", description=__doc__)
    parser.add_argument("game", nargs="*", help="games; without any, all that have an oracle")
    parser.add_argument("--games", type=int, default=500, help="give up after so many games")
    wanted = parser.parse_args(arguments)
    missed = 0
    print("| game | deliberate fault | games until it was found |\n|---|---|---|")
    for game in wanted.game or GAMES:
        for mutation in mutations_of(game):
            finding = find(mutation, wanted.games)
            missed += finding is None
            print(f"| {game} | {mutation.fault} | {finding.games if finding else 'not found'} |", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
